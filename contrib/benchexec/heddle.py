# How BenchExec runs Heddle and reads its verdicts. Put this file into a package in the Python path,
# say checkers/heddle.py, name it in a benchmark definition (<benchmark tool="checkers.heddle">), and
# have bin/heddle of a release in the folder of the tool or in the PATH.

import json

import benchexec.result as result
import benchexec.tools.template

MEMORY_SAFETY = {
    "use-after-free": result.RESULT_FALSE_DEREF,
    "out-of-bounds": result.RESULT_FALSE_DEREF,
    "null-access": result.RESULT_FALSE_DEREF,
    "invalid-access": result.RESULT_FALSE_DEREF,
    "double-free": result.RESULT_FALSE_FREE,
    "invalid-free": result.RESULT_FALSE_FREE,
}


class Tool(benchexec.tools.template.BaseTool2):
    """Heddle, a model checker for concurrent C programs."""

    REQUIRED_PATHS = ["bin", "lib"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle", subdir="bin")

    def name(self):
        return "Heddle"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle")

    def program_files(self, executable):
        return self._program_files_from_executable(
            executable, self.REQUIRED_PATHS, parent_dir=True
        )

    def cmdline(self, executable, options, task, rlimits):
        # The verdict would be about another program.
        if (task.options or {}).get("data_model") == "ILP32":
            raise benchexec.tools.template.UnsupportedFeatureException(
                "Heddle checks programs for 64-bit machines (data model LP64)"
            )
        command = [executable, "check", "--json"] + options
        if task.property_file:
            command += ["--property", task.property_file]
        # A run that ends by itself still says how far it got.
        if rlimits.cputime:
            command += ["--timeout", f"{max(1, rlimits.cputime * 9 // 10)}s"]
        if rlimits.memory:
            command += ["--memory", f"{rlimits.memory * 9 // 10 // 2**20}M"]
        return command + [task.single_input_file]

    def determine_result(self, run):
        checked = self._last_result(run.output)
        if checked is None:
            return result.RESULT_ERROR
        verdict = checked["verdict"]
        if verdict == "safe":
            return result.RESULT_TRUE_PROP
        if verdict == "violation":
            return self._violated(checked["violations"][0]["kind"])
        if verdict == "error":
            return f"{result.RESULT_ERROR} ({(checked['reason'] or '').splitlines()[0][:60]})"
        # 'bounded' is no proof, and 'inconclusive' is no verdict.
        return f"{result.RESULT_UNKNOWN} ({verdict})"

    def get_value_from_output(self, output, identifier):
        checked = self._last_result(output)
        if checked is None:
            return None
        values = {
            "complete": checked["executions"]["complete"],
            "blocked": checked["executions"]["blocked"],
            "exploration": checked["seconds"]["exploration"],
            "frontend": checked["seconds"]["frontend"],
        }
        value = values.get(identifier)
        return None if value is None else str(value)

    @staticmethod
    def _violated(kind):
        if kind in MEMORY_SAFETY:
            return MEMORY_SAFETY[kind]
        if kind == "data-race":
            return result.RESULT_FALSE_DATARACE
        if kind == "signed-overflow":
            return result.RESULT_FALSE_OVERFLOW
        if kind == "deadlock":
            return result.RESULT_FALSE_DEADLOCK
        if kind in ("assertion", "reach-error"):
            return result.RESULT_FALSE_REACH
        return f"{result.RESULT_FALSE_PROP} ({kind})"

    @staticmethod
    def _last_result(output):
        for line in reversed(list(output)):
            if line.startswith('{"file":'):
                return json.loads(line)
        return None
