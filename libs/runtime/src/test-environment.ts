import { z } from 'zod';

/** Where integration tests find their stores. `npm test` sets these. Without them: the ports of a developer's private stores. */
const schema = z.object({
  /** A login that can create databases. */
  PARLEY_TEST_DATABASE_URL: z.url().default('postgres://postgres@127.0.0.1:55432/postgres'),
  /** A migrated database to clone. Without it, one is created, named after the migration files. */
  PARLEY_TEST_TEMPLATE: z.string().min(1).optional(),
  PARLEY_TEST_REDIS_URL: z.url().default('redis://127.0.0.1:16379'),
  PARLEY_TEST_NATS_URL: z.string().min(1).default('nats://127.0.0.1:14222'),
  /** The program of PgBouncer. Empty: tests that need it are left out. */
  PARLEY_TEST_PGBOUNCER: z.string().default(''),
  /** Seeds for random tests, separated by commas. They replace the fixed ones. */
  PARLEY_TEST_SEEDS: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/, 'numbers separated by commas')
    .optional(),
  /** Messages of the organization that is purged or exported, to measure how long it takes. Without it: few. */
  PARLEY_TEST_MESSAGES: z
    .string()
    .regex(/^\d{1,8}$/, 'a number')
    .optional(),
  /** Writes the fixtures of the previous version: CONTRIBUTING.md, "Release a version". */
  PARLEY_WRITE_PREVIOUS_VERSION: z.literal('1').optional(),
  PARLEY_TEST_LOG_LEVEL: z.string().default('error'),
  JEST_WORKER_ID: z.string().default('0'),
});
export type TestEnvironment = z.infer<typeof schema>;

export function testEnvironment(environment: NodeJS.ProcessEnv = process.env): TestEnvironment {
  return schema.parse(environment);
}

/** The seeds of a random test: fixed ones, unless PARLEY_TEST_SEEDS names others. */
export function testSeeds(fixed: readonly number[], environment: NodeJS.ProcessEnv = process.env): readonly number[] {
  return testEnvironment(environment).PARLEY_TEST_SEEDS?.split(',').map(Number) ?? fixed;
}

/** Whether this code runs inside a test process. */
export function isUnderTest(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment.NODE_ENV === 'test';
}
