import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import type { Caller, InputOf, OutputOf, Visitor } from '@parley/contracts';
import { type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { HistoryDatabase } from '@parley/persistence';
import { readAlertWords } from '../alert-words/alert-words.repository.js';
import { readDrafts } from '../drafts/drafts.repository.js';
import { readMutedUsers } from '../muted-users/muted-users.repository.js';
import { readUnreadSummary } from './read-unread-summary.js';
import { readNewestReceivedId, readRecentConversations, readStarredIds } from './registration.repository.js';
import { spectatorFields } from './spectator-fields.js';

type Part = typeof registerParts.messaging;

/** Messaging's part of a register response, read under the given snapshot. */
@Injectable()
export class RegisterPart {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<OutputOf<Part>> {
    if (!('userId' in caller)) return { fields: spectatedOrganizationId === undefined ? {} : spectatorFields(options) };
    return this.database.readSnapshot(snapshotId, async (tx) => {
      const viewer = await readViewer(tx, caller);
      const wants = (...groups: string[]) => wantsFetched(options, ...groups);
      const wantsUnread = wants('message') && wants('update_message_flags');
      const knowsEmptyTopic = options.capabilities.empty_topic_name === true;
      return {
        fields: {
          ...(wants('message') && { max_message_id: await readNewestReceivedId(tx, viewer) }),
          ...(wantsUnread && { unread_msgs: await readUnreadSummary(tx, viewer, knowsEmptyTopic) }),
          ...(wants('starred_messages') && { starred_messages: await readStarredIds(tx, viewer) }),
          ...(wants('recent_private_conversations') && { recent_private_conversations: await readRecentConversations(tx, viewer) }),
          ...(wants('muted_users') && { muted_users: await readMutedUsers(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('alert_words') && { alert_words: await readAlertWords(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('drafts') && { drafts: await readDrafts(tx, viewer.organizationId, viewer.userId) }),
          ...(wants('scheduled_messages') && { scheduled_messages: [] }),
          ...(wants('reminders') && { reminders: [] }),
        },
      };
    });
  }
}
