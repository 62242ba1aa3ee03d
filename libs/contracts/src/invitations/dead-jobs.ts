import { z } from 'zod';
import { type OutputOf, serviceCall } from '../contract.js';

// What the operator's command line asks about the jobs of all services: invitations can see them all. No HTTP form.

/** Most dead jobs that one answer lists. */
export const MOST_LISTED_DEAD_JOBS = 100;
/** Most dead jobs that one call retries. */
export const MOST_RETRIED_JOBS = 1_000;

/** Jobs that failed for good, of all services, the newest first. `counts` has every queue, by name. */
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

/** Runs a dead job again, with all its attempts. False: no such job is dead, or not any more. */
export const retryDeadJob = serviceCall({
  name: 'retryDeadJob',
  service: 'invitations',
  input: z.object({ queue: z.string(), id: z.string() }),
  output: z.object({ isRetried: z.boolean() }),
});

/** Runs those that died first again. `left`: how many are dead after that, for another call. */
export const retryDeadJobs = serviceCall({
  name: 'retryDeadJobs',
  service: 'invitations',
  input: z.object({}),
  output: z.object({ retried: z.int(), left: z.int() }),
  timeoutMs: 30_000,
});
