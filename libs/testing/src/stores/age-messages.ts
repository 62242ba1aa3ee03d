import { Database } from '@parley/persistence';

/** Shifts the time of messages in a whole installation into the past, so that tests need not wait. */
export async function ageMessages(databaseUrl: string, ids: readonly number[], seconds: number): Promise<void> {
  const database = new Database({ url: databaseUrl, poolSize: 1, name: 'parley-tests' });
  try {
    await database.client.$executeRaw`
      UPDATE message SET sent_at = sent_at - make_interval(secs => ${seconds}::float8) WHERE id = ANY (${ids.map(BigInt)}::bigint[])`;
  } finally {
    await database.close();
  }
}
