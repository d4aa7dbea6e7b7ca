type Task = () => Promise<void> | undefined;

const tasks = new Set<Task>();

/** Has something done before a page of ours loads itself anew. Gives back what takes that away again. */
export function beforeReload(task: Task): () => void {
  tasks.add(task);
  return () => tasks.delete(task);
}

/** Loads the page anew, once all of it is done. */
export async function reload(): Promise<void> {
  await Promise.allSettled(Array.from(tasks, (task) => task()));
  location.reload();
}
