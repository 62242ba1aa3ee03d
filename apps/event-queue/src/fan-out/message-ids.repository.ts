import type { Reader } from '@parley/persistence';

/** Makes new message ids greater than those that clients may have seen before PostgreSQL lost them. */
export async function skipMessageIds(reader: Reader): Promise<void> {
  await reader.$executeRaw`SELECT skip_message_ids()`;
}
