import { firstRow, onlyRow, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

const storedKey = z.object({ key: z.string().nullable() });
const madeKey = z.object({ key: z.string() });

/** The key that signs the mail addresses of the channel. */
export async function mailKeyOf(reader: SqlReader, organizationId: number, channelId: number): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    storedKey,
    Prisma.sql`SELECT mail_key AS key FROM channel WHERE organization_id = ${organizationId} AND id = ${channelId}`,
  );
  return row?.key ?? undefined;
}

/** Sets it, unless another request has done so. Returns the one that holds. */
export async function setMailKey(writer: SqlReader & SqlWriter, organizationId: number, channelId: number, key: string): Promise<string> {
  const row = await onlyRow(
    writer,
    madeKey,
    Prisma.sql`
    UPDATE channel SET mail_key = coalesce(mail_key, ${key}) WHERE organization_id = ${organizationId} AND id = ${channelId} RETURNING mail_key AS key`,
  );
  return row.key;
}
