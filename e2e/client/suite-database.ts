import { connectToDatabase, type DatabaseConnection } from '@parley/testing';

/** A connection to the database of the suite under test, with all rights: for what no client can bring about. */
export function connectToSuiteDatabase(): Promise<DatabaseConnection> {
  return connectToDatabase(process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? '');
}
