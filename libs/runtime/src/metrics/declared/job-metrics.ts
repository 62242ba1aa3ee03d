import { counter, gauge, histogram, SERVICES_WITH_JOBS } from './declare.js';

/** Jobs and mails. */
export const JOB_METRICS = {
  jobs: gauge({
    name: 'parley_jobs',
    meaning: 'Jobs in Redis. Each replica that serves a job reports the total.',
    labels: { job: 'the job', state: '`waiting`, `active`, or `delayed` (its next run or its next attempt)' },
    services: SERVICES_WITH_JOBS,
    use: 'Use the `max`. If `waiting` only rises, the workers are gone or too slow.',
  }),
  jobSeconds: histogram({
    name: 'parley_job_seconds',
    meaning: 'Duration of the runs of jobs.',
    labels: { job: 'the job', outcome: '`ok` or `failed`' },
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
    services: SERVICES_WITH_JOBS,
    use: 'Which job is slow or fails. The log line `job failed` has the reason.',
  }),
  deadJobs: gauge({
    name: 'parley_dead_jobs',
    meaning: 'Permanently failed jobs that wait for an operator. Each replica that serves a job reports the total.',
    labels: { job: 'the job' },
    services: SERVICES_WITH_JOBS,
    use: 'Use the `max`. Must be 0: `admin list-dead-jobs`, then [retry](operations.md#jobs) them.',
  }),
  jobLastRun: gauge({
    name: 'parley_job_last_run_timestamp_seconds',
    meaning: 'When a scheduled job last succeeded in this replica, or when the replica began to serve it.',
    labels: { job: 'the job' },
    services: SERVICES_WITH_JOBS,
    use: 'Use the `max`. The least frequent job runs every 6 hours.',
  }),
  mails: counter({
    name: 'parley_mails_total',
    meaning: 'Attempts to send a mail.',
    labels: { mail: 'the template', outcome: '`sent`, `refused` by the SMTP server for good, or `failed` (will be retried)' },
    services: ['organization', 'invitations', 'notifications'],
    use: '`failed`: the SMTP server is down or slow, or refuses the login or the sender. `refused`: see the dead jobs. Mails about missed messages and digests that are refused are dropped.',
  }),
  dueItems: counter({
    name: 'parley_due_items_total',
    meaning: 'Scheduled messages and reminders that were due.',
    labels: {
      kind: '`message` or `reminder`',
      outcome: '`sent`, `failed` (it may not be sent, and its owner was told), or `error` (will be retried)',
    },
    services: ['messaging'],
    use: '`error` is a fault: see the log line `failed to send what is due`.',
  }),
  dueOldestSeconds: gauge({
    name: 'parley_due_oldest_seconds',
    meaning:
      'For how long the organization that waits for the longest time has had something due to send. 0 if none has. Sampled at most every 15 s.',
    services: ['messaging'],
    use: 'Use the `max`. Above some seconds: messaging is down or too slow, or an organization has thousands of due messages.',
  }),
};
