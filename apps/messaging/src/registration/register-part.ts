import { Injectable } from '@nestjs/common';
import { viewerOf } from '@parley/access';
import type { Caller, InputOf, OutputOf, Visitor } from '@parley/contracts';
import { type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { HistoryDatabase } from '@parley/persistence';
import { readUnreadSummary } from './read-unread-summary.js';
import { readRegistrationRows } from './registration.repository.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.messaging;

/** Messaging's part of a register response, read under the given snapshot. */
@Injectable()
export class RegisterPart {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<OutputOf<Part>> {
    if (!('userId' in caller)) return { fields: spectatedOrganizationId === undefined ? {} : spectatorFields(options) };
    const wants = (...groups: string[]) => wantsFetched(options, ...groups);
    return this.database.inSnapshot(snapshotId, async (reader) => {
      const rows = await readRegistrationRows(reader, caller, wants);
      const wantsUnread = wants('message') && wants('update_message_flags');
      const viewer = viewerOf(caller, rows.viewerGroups);
      const unread = () => readUnreadSummary(reader, viewer, rows.unreadBounds[0], options.capabilities.empty_topic_name === true);
      return {
        fields: {
          ...(wants('message') && { max_message_id: rows.newestReceivedIds[0] ?? -1 }),
          ...(wantsUnread && { unread_msgs: await unread() }),
          ...(wants('starred_messages') && { starred_messages: rows.starredIds[0] ?? [] }),
          ...(wants('recent_private_conversations') && { recent_private_conversations: rows.conversations }),
          ...(wants('muted_users') && { muted_users: rows.mutedUsers }),
          ...(wants('alert_words') && { alert_words: rows.alertWords }),
          ...(wants('drafts') && { drafts: rows.drafts }),
          ...(wants('scheduled_messages') && { scheduled_messages: rows.scheduledMessages }),
          ...(wants('reminders') && { reminders: rows.reminders }),
        },
      };
    });
  }
}
