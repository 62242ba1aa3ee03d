import { Injectable } from '@nestjs/common';
import { readViewer, userById } from '@parley/access';
import { type InputOf, isRole, type OutputOf } from '@parley/contracts';
import type { leaveNewestUnread } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { changeFlags } from '../flags/change-flags.js';
import { hasFlags, newestReceived } from './unread.repository.js';

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
      if (person === undefined || !isRole(person.role) || (await hasFlags(tx, organizationId, userId, input.newest))) return;
      const viewer = await readViewer(tx, { organizationId, userId, role: person.role });
      await changeFlags(tx, log, viewer, await newestReceived(tx, organizationId, input, LEFT_UNREAD), { op: 'remove', flag: 'read' });
    });
    return {};
  }
}
