/** Something that happened before the demo is loaded. */
export interface Event {
  /** Days before now. */
  daysAgo: number;
  what: () => Promise<void>;
}
