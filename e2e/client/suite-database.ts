import { connectToDatabase, type DatabaseConnection } from '@parley/testing';

/** A connection to the database of the suite under test, with all rights: for states that no client can cause. */
export function connectToSuiteDatabase(): Promise<DatabaseConnection> {
  return connectToDatabase(process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? '');
}
