import { Injectable } from '@nestjs/common';
import { readViewer, received, userById } from '@parley/access';
import { type InputOf, isRole, type OutputOf } from '@parley/contracts';
import type { leaveNewestUnread } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { changeFlags } from '../flags/change-flags.js';

type Input = InputOf<typeof leaveNewestUnread>;

/** Number of earlier messages that stay unread for a new user. */
const LEFT_UNREAD = 20;

/** Marks the newest messages of a new user's history as unread. */
@Injectable()
export class LeaveNewestUnread {
  constructor(private readonly eventLog: EventLog) {}

  async execute(input: Input): Promise<OutputOf<typeof leaveNewestUnread>> {
    const { organizationId, userId } = input;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const person = await userById(tx, organizationId, userId);
      if (person === undefined || !isRole(person.role) || (await hasFlags(tx, input))) return;
      const viewer = await readViewer(tx, { organizationId, userId, role: person.role });
      await changeFlags(tx, log, viewer, await newestIds(tx, input), { op: 'remove', flag: 'read' });
    });
    return {};
  }
}

/** If there are flags, this call ran before; messages that were read since stay read. */
async function hasFlags(tx: Tx, { organizationId, userId, newest }: Input): Promise<boolean> {
  return (
    (await tx.messageFlag.findFirst({ where: { organizationId, userId, messageId: { lte: newest } }, select: { messageId: true } })) !==
    null
  );
}

async function newestIds(tx: Tx, { organizationId, userId, channelIds, newest }: Input): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT m.id FROM message m
    WHERE m.organization_id = ${organizationId} AND m.channel_id = ANY (${channelIds}::int[]) AND m.id <= ${newest} AND ${received({ userId })}
    ORDER BY m.id DESC LIMIT ${LEFT_UNREAD}`;
  return rows.map(({ id }) => Number(id)).reverse();
}
