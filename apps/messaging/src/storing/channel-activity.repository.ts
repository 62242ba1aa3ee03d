import { onlyRow, Prisma, type Reader, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** Deletes the local ids of all organizations that are older. Returns their number. */
export function deleteLocalIds(reader: Reader, olderThanDays: number): Promise<number> {
  return reader.$executeRaw`
      DELETE FROM sent_local_id WHERE sent_at < now() - make_interval(days => ${olderThanDays}::int)`;
}

export async function markArchivedChannelRead(tx: Tx, organizationId: number, channelId: number, messageId: number): Promise<void> {
  await tx.$executeRaw`
        SELECT mark_archived_channel_read(${organizationId}::int, ${channelId}::int, ${messageId}::bigint)`;
}

const wokenRow = z.object({ isActiveAgain: z.boolean() });

/** Marks the channel as active. Returns whether it was not. */
export async function wakeChannel(tx: Tx, organizationId: number, channelId: number): Promise<boolean> {
  const { isActiveAgain } = await onlyRow(
    tx,
    wokenRow,
    Prisma.sql`
    SELECT wake_channel(${organizationId}::int, ${channelId}::int) AS "isActiveAgain"`,
  );
  return isActiveAgain;
}
