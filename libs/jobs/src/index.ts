export * from './board/jobs-board-module.js';
export { type DeadJob, DeadJobs } from './dead-jobs.js';
export * from './job-queues.js';
export { checkedKey, type JobDeclaration, Jobs, job, longRetryJob } from './jobs.js';
export * from './jobs-module.js';
