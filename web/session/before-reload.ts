type Task = () => Promise<void> | undefined;

const tasks = new Set<Task>();

/** Registers a task to run before the page reloads itself. Returns a function that unregisters it. */
export function beforeReload(task: Task): () => void {
  tasks.add(task);
  return () => tasks.delete(task);
}

/** Reloads the page after all tasks are done. */
export async function reload(): Promise<void> {
  await Promise.allSettled(Array.from(tasks, (task) => task()));
  location.reload();
}
