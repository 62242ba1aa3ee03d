import { z } from 'zod';
import { type OutputOf, serviceCall } from '../contract.js';

// Calls of the operator's command line about the jobs of all services, which the invitations service can read. Without HTTP endpoints.

/** Maximum number of dead jobs in one answer. */
export const MAX_LISTED_DEAD_JOBS = 100;
/** Maximum number of dead jobs that one call retries. */
export const MAX_RETRIED_JOBS = 1_000;

/** Permanently failed jobs of all services, newest first. `counts` has every queue, by name. */
export const listDeadJobs = serviceCall({
  name: 'listDeadJobs',
  service: 'invitations',
  input: z.object({}),
  output: z.object({
    counts: z.array(z.object({ queue: z.string(), dead: z.int() })),
    jobs: z.array(
      z.object({
        queue: z.string(),
        /** Unique in its queue. */
        id: z.string(),
        /** Texts are hidden. */
        payload: z.unknown(),
        /** Without the texts of the payload. */
        reason: z.string(),
        attempts: z.int(),
        diedAtMs: z.int(),
      }),
    ),
  }),
  safeToRetry: true,
});
export type ListedDeadJob = OutputOf<typeof listDeadJobs>['jobs'][number];

/** Runs a dead job again, with all its attempts. False if no such job is dead (any more). */
export const retryDeadJob = serviceCall({
  name: 'retryDeadJob',
  service: 'invitations',
  input: z.object({ queue: z.string(), id: z.string() }),
  output: z.object({ isRetried: z.boolean() }),
});

/** Retries the jobs that died first. `left`: number of the remaining dead jobs, for another call. */
export const retryDeadJobs = serviceCall({
  name: 'retryDeadJobs',
  service: 'invitations',
  input: z.object({}),
  output: z.object({ retried: z.int(), left: z.int() }),
  timeoutMs: 30_000,
});
