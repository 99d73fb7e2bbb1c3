"use strict";

new Page(document.getElementById("page"), JSON.parse(document.getElementById("data").textContent));
