export { addJob, jobKey, retryFailed } from './queue.store.ts';
export { type JobQueue, jobQueue, type RunningJob } from './queue.ts';
