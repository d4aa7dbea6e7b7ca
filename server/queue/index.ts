export { addJob, addJobAnew, isOpenAnew, jobKey, retryFailed } from './queue.store.ts';
export { JobFailed, type JobQueue, jobQueue, type RunningJob } from './queue.ts';
