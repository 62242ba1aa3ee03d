import type { SqlWriter } from '@parley/persistence';

/** Makes new message ids greater than those that clients may have seen before PostgreSQL lost them. */
export async function skipMessageIds(writer: SqlWriter): Promise<void> {
  await writer.$executeRaw`SELECT skip_message_ids()`;
}
