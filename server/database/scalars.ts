/** Milliseconds since 1970 UTC. */
export type Time = number;
/** A boolean, as both databases hold it alike. */
export type Flag = 0 | 1;
