import { MAX_EXPORTED_FILES, MAX_EXPORTED_MESSAGES, MAX_EXPORTED_MIB } from '@parley/contracts/messaging';
import { dbInt, onlyRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const BYTES_PER_MIB = 1_048_576;
const sizeRow = z.object({ messages: z.int(), files: z.int(), bytes: dbInt });

/** Whether a service can export it. It counts no further than the limit. */
export async function isTooLarge(reader: SqlReader, organizationId: number): Promise<boolean> {
  const { messages, files, bytes } = await onlyRow(
    reader,
    sizeRow,
    Prisma.sql`
    SELECT (SELECT count(*)::int FROM (SELECT FROM message m WHERE m.organization_id = ${organizationId} LIMIT ${MAX_EXPORTED_MESSAGES + 1}) x) AS messages,
      (SELECT count(*)::int FROM (SELECT FROM attachment a WHERE a.organization_id = ${organizationId} LIMIT ${MAX_EXPORTED_FILES + 1}) x) AS files,
      coalesce((SELECT u.bytes FROM upload_usage u WHERE u.organization_id = ${organizationId}), 0) AS bytes`,
  );
  return messages > MAX_EXPORTED_MESSAGES || files > MAX_EXPORTED_FILES || bytes > MAX_EXPORTED_MIB * BYTES_PER_MIB;
}
