import { Injectable } from '@nestjs/common';
import { type InputOf, isRole, type leaveNewestUnread, type OutputOf } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { readViewer, received, type Tx, userById } from '@parley/persistence';
import { changeFlags } from '../flags/change-flags.js';

type Input = InputOf<typeof leaveNewestUnread>;

/** So much of what was said before somebody joined is worth his attention. */
const LEFT_UNREAD = 20;

/** Leaves the newest of a newcomer's history unread. */
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

/** Then this happened already, and what was read since stays read. */
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
