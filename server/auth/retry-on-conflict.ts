/**
 * A refresh under way has put its new row where PostgreSQL's first look cannot see it, but holds the old one: what
 * changes all rows waits for it the first time, and finds what it added the second time.
 */
export async function retryOnConflict(change: () => Promise<unknown>): Promise<void> {
  await change();
  await change();
}
