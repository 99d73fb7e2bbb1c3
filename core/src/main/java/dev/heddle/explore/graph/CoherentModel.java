package dev.heddle.explore.graph;

/** A model that asks for coherence and nothing else, after it has said which orders there are. */
record CoherentModel(Ordering ordering, boolean hasRaces) implements GraphModel {}
