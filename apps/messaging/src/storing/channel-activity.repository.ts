import { onlyRow, Prisma, type Tx } from '@parley/persistence';
import { z } from 'zod';

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
