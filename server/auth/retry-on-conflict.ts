/**
 * Runs an update of all rows twice. Under PostgreSQL's READ COMMITTED the row that a concurrent refresh inserts is not
 * in the first statement's snapshot, but the refresh locks the former row: the first run waits for its commit, and the
 * second one sees the new row.
 */
export async function retryOnConflict(change: () => Promise<unknown>): Promise<void> {
  await change();
  await change();
}
