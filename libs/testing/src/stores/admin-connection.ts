import { testEnvironment } from '@parley/runtime';
import type pg from 'pg';
import { connectToDatabase } from './connect-to-database.js';

/** Runs `work` on a connection that can create databases. */
export async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  return onDatabase(testEnvironment().PARLEY_TEST_DATABASE_URL, work);
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToDatabase(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function urlOfDatabase(name: string): string {
  const url = new URL(testEnvironment().PARLEY_TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  return url.href;
}
