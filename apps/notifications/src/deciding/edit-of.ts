import { groupMembers } from '@parley/access';
import { MESSAGE_ATTRS, type PayloadOf } from '@parley/contracts';
import type { messageUpdated } from '@parley/contracts/messaging';
import type { SqlReader } from '@parley/persistence';
import { type Candidates, namedBy } from './candidates-of.js';
import { editedMessage } from './edits.repository.js';
import { mentionsIn } from './mentions-in.js';

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
 * as told, so a mention that is removed and added again tells no one twice.
 */
export async function editOf(reader: SqlReader, organizationId: number, updated: UpdatedMessage): Promise<Edit | undefined> {
  const { messageId, content, channel, at } = updated;
  if (content === null || channel === null || !addsMention(content.renderedBefore, content.rendered)) return undefined;
  const [message] = await editedMessage(reader, organizationId, messageId, at);
  if (message === undefined || (message.attrs & MESSAGE_ATTRS.arrivesRead) !== 0) return undefined;
  const { groupIds, ...before } = mentionsIn(`${message.earlier}${content.renderedBefore}`);
  const members = await Promise.all([...groupIds].map((groupId) => groupMembers(reader, organizationId, groupId)));
  const isChannelWildcard = (message.attrs & MESSAGE_ATTRS.channelWildcard) !== 0 && !before.isChannelWildcard;
  return {
    candidates: {
      messageId,
      senderId: message.senderId,
      place: { channelId: message.channelId, topicKey: message.topicKey },
      isChannelWildcard,
      named: namedBy(message.rendered, message.flags),
      readBy: new Set(),
    },
    before: { ...before, memberIds: new Set(members.flat()) },
  };
}

function addsMention(before: string, after: string): boolean {
  const [was, is] = [mentionsIn(before), mentionsIn(after)];
  return (
    (is.isChannelWildcard && !was.isChannelWildcard) ||
    (is.isTopicWildcard && !was.isTopicWildcard) ||
    [...is.userIds].some((id) => !was.userIds.has(id)) ||
    [...is.groupIds].some((id) => !was.groupIds.has(id))
  );
}
