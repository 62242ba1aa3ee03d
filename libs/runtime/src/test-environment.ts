import { z } from 'zod';

/** Where integration tests find their stores. `npm test` sets these; without them: the ports on which a developer's private stores listen. */
const schema = z.object({
  /** A login that may create databases. */
  PARLEY_TEST_DATABASE_URL: z.url().default('postgres://postgres@127.0.0.1:55432/postgres'),
  /** A migrated database to clone. Absent: one is made, named after the migration files. */
  PARLEY_TEST_TEMPLATE: z.string().min(1).optional(),
  PARLEY_TEST_REDIS_URL: z.url().default('redis://127.0.0.1:16379'),
  PARLEY_TEST_NATS_URL: z.string().min(1).default('nats://127.0.0.1:14222'),
  PARLEY_TEST_LOG_LEVEL: z.string().default('error'),
  JEST_WORKER_ID: z.string().default('0'),
});
export type TestEnvironment = z.infer<typeof schema>;

export function testEnvironment(environment: NodeJS.ProcessEnv = process.env): TestEnvironment {
  return schema.parse(environment);
}

/** Whether a test runs this code, in its own process. */
export function isUnderTest(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment.NODE_ENV === 'test';
}
