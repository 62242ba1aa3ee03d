import { firstRow, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const channelOfMailbox = z.object({
  name: z.string(),
  key: z.string().nullable(),
  isArchived: z.boolean(),
  topicsPolicy: z.string(),
});
export type MailChannel = Readonly<z.output<typeof channelOfMailbox>>;

export function mailChannel(reader: SqlReader, organizationId: number, channelId: number): Promise<MailChannel | undefined> {
  return firstRow(
    reader,
    channelOfMailbox,
    Prisma.sql`
    SELECT name, mail_key AS key, is_archived AS "isArchived", topics_policy AS "topicsPolicy"
    FROM channel WHERE organization_id = ${organizationId} AND id = ${channelId}`,
  );
}
