/** Milliseconds since 1970 UTC. */
export type Time = number;
/** A boolean, stored alike in both databases. */
export type Flag = 0 | 1;
