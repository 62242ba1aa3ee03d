import { groupMembers } from '@parley/access';
import { MESSAGE_ATTRS, type PayloadOf } from '@parley/contracts';
import type { messageUpdated } from '@parley/contracts/messaging';
import type { SqlReader } from '@parley/persistence';
import { type Candidates, namedBy } from './candidates-of.js';
import { editedMessage } from './edits.repository.js';
import { type Mentions, mentionsIn } from './mentions-in.js';

export type UpdatedMessage = PayloadOf<typeof messageUpdated>;

/** A message that mentions more people since an edit, and whom it mentioned before. */
export interface Edit {
  readonly candidates: Candidates;
  readonly before: {
    readonly userIds: ReadonlySet<number>;
    /** Members of the groups. */
    readonly memberIds: ReadonlySet<number>;
    readonly isChannelWildcard: boolean;
    readonly isTopicWildcard: boolean;
  };
}

/**
 * Undefined if the edit adds no mention. Participants of a direct message were told of it when it was sent. What any earlier version mentioned counts
 * as told, so a mention that is removed and added again tells no one twice. Later versions have events of their own, so this edit concerns
 * only people mentioned in both this version and the current message.
 */
export async function editOf(reader: SqlReader, organizationId: number, updated: UpdatedMessage): Promise<Edit | undefined> {
  const { messageId, content, channel, at, attrs, watchers } = updated;
  // Of the events of one edit, exactly one is for the subscribers of the channel.
  if (content === null || channel === null || watchers.channelId === null) return undefined;
  const [was, is] = [mentionsIn(content.renderedBefore), mentionsIn(content.rendered)];
  if (!addsMention(was, is)) return undefined;
  const [message] = await editedMessage(reader, organizationId, messageId, { at, renderedBefore: content.renderedBefore });
  if (message === undefined || (message.attrs & MESSAGE_ATTRS.arrivesRead) !== 0) return undefined;
  const before = mentionsIn(`${message.earlier}${content.renderedBefore}`);
  const members = await membersOf(reader, organizationId, is.groupIds);
  const named = namedBy(content.rendered, message.flags).map((each) => ({
    ...each,
    isGroupMentioned: members.has(each.userId),
    isTopicWildcard: each.isTopicWildcard && is.isTopicWildcard,
  }));
  return {
    candidates: {
      messageId,
      senderId: message.senderId,
      place: { channelId: message.channelId, topicKey: message.topicKey },
      isChannelWildcard: (attrs & MESSAGE_ATTRS.channelWildcard) !== 0 && !before.isChannelWildcard,
      named: named.filter(({ isMentioned, isGroupMentioned, isTopicWildcard }) => isMentioned || isGroupMentioned || isTopicWildcard),
      readBy: new Set(),
    },
    before: { ...before, memberIds: await membersOf(reader, organizationId, before.groupIds) },
  };
}

async function membersOf(reader: SqlReader, organizationId: number, groupIds: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const members = await Promise.all([...groupIds].map((groupId) => groupMembers(reader, organizationId, groupId)));
  return new Set(members.flat());
}

function addsMention(was: Mentions, is: Mentions): boolean {
  return (
    (is.isChannelWildcard && !was.isChannelWildcard) ||
    (is.isTopicWildcard && !was.isTopicWildcard) ||
    [...is.userIds].some((id) => !was.userIds.has(id)) ||
    [...is.groupIds].some((id) => !was.groupIds.has(id))
  );
}
