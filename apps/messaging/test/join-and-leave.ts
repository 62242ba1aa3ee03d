import { type Database, OPEN_SPAN, type Tx } from '@parley/persistence';
import type { ChannelRow, UserRow } from '@parley/testing';

const nothing = () => Promise.resolve();

/** Writes what the channels service writes for a subscription: under the counter's lock, from the newest message id on. */
export function joinChannel(database: Database, user: UserRow, channel: ChannelRow, beforeCommit = nothing): Promise<void> {
  return underLock(database, user.organizationId, beforeCommit, async (tx, afterId) => {
    const key = { userId: user.id, channelId: channel.id };
    const active = { organizationId: user.organizationId, active: true, color: '#76ce90' };
    await tx.subscription.upsert({ where: { userId_channelId: key }, create: { ...key, ...active }, update: { active: true } });
    const span = { ...key, organizationId: user.organizationId, untilId: OPEN_SPAN };
    // Left and rejoined with no message in between: the same span continues.
    await tx.subscriptionSpan.upsert({
      where: { userId_channelId_afterId: { ...key, afterId } },
      create: { ...span, afterId },
      update: { untilId: OPEN_SPAN },
    });
  });
}

/** Writes what the channels service writes when a subscription ends. */
export function leaveChannel(database: Database, user: UserRow, channel: ChannelRow, beforeCommit = nothing): Promise<void> {
  return underLock(database, user.organizationId, beforeCommit, async (tx, untilId) => {
    const of = { userId: user.id, channelId: channel.id };
    await tx.$executeRaw`SELECT pin_moved_unread(${user.organizationId}, ${[user.id]}::int[], ${[channel.id]}::int[])`;
    await tx.subscription.updateMany({ where: of, data: { active: false } });
    await tx.subscriptionSpan.updateMany({ where: { ...of, untilId: OPEN_SPAN }, data: { untilId } });
    await tx.$executeRaw`SELECT mark_left_channels_read(${user.organizationId}, ${[user.id]}::int[], ${[channel.id]}::int[])`;
  });
}

/** `beforeCommit` runs while the counter is locked and the change is written, so everything that it starts waits for the commit. */
function underLock(
  database: Database,
  organizationId: number,
  beforeCommit: () => Promise<void>,
  work: (tx: Tx, lastMessageId: bigint) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const [counter] = await tx.$queryRaw<{ last_message_id: bigint }[]>`
      SELECT last_message_id FROM organization_counter WHERE organization_id = ${organizationId} FOR UPDATE`;
    await work(tx, counter?.last_message_id ?? 0n);
    await beforeCommit();
  });
}
