import type { LoggedEvent } from '@parley/contracts';
import { type TopicVisibility, topicVisibilityChanged } from '@parley/contracts/channels';
import { messageSent } from '@parley/contracts/messaging';
import type { InsertedMessage } from './store-message.repository.js';

export interface StoredMessage {
  readonly messageId: number;
  /** In the order of the log: changes of topic visibility, then the message. */
  readonly events: readonly LoggedEvent[];
  /** The sender's visibility policy for the topic, if it changed. */
  readonly senderVisibility: TopicVisibility | null;
}

export function storedMessage(organizationId: number, inserted: InsertedMessage): StoredMessage {
  const { messageId, senderId, seq, incarnation, at, payload, visibility } = inserted;
  const logged = [
    ...visibility.map((changed) => ({ type: topicVisibilityChanged.type, payload: changed })),
    { type: messageSent.type, payload },
  ];
  const before = seq - logged.length;
  const sender = visibility.flatMap(({ people }) => people).find(({ userId }) => userId === senderId);
  return {
    messageId,
    events: logged.map((event, index) => ({ ...event, organizationId, incarnation, seq: before + index + 1, at: at.getTime() })),
    senderVisibility: sender?.policy ?? null,
  };
}
