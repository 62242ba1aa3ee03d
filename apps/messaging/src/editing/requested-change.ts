import { checkedTopic } from '@parley/access';
import { apiErrors, enforce, type InputOf, topicKey } from '@parley/contracts';
import type { PropagateMode, updateMessage } from '@parley/contracts/messaging';
import { checkedContent } from '../composing/message-content.js';
import type { MessagePlace, TargetMessage } from '../messages/target-message.repository.js';
import { resolvedMarkRefusal, resolvesTopic } from './message-moving.policy.js';

/** A requested move of messages of a topic. */
export interface RequestedMove {
  readonly from: MessagePlace;
  readonly topic: string;
  /** Undefined if the messages stay in their channel. */
  readonly channelId: number | undefined;
  readonly mode: PropagateMode;
  readonly resolves: boolean;
  readonly notifiesOldThread: boolean;
  readonly notifiesNewThread: boolean;
}

/** The requested change of a message, as far as it follows from the request and the message alone. */
export interface RequestedChange {
  /** Undefined if the content does not change. */
  readonly content: string | undefined;
  /** Undefined if the message stays where it is. */
  readonly move: RequestedMove | undefined;
}

/** The stored content of a message that was edited to be empty. */
const EMPTIED = '(deleted)';

type Params = InputOf<typeof updateMessage>;

/** @throws the reason, if the request is invalid for this message */
export function requestedChange(params: Params, { place }: TargetMessage): RequestedChange {
  const { topic, stream_id, content, propagate_mode } = params;
  if (topic === undefined && stream_id === undefined && content === undefined) throw apiErrors.nothingToChange();
  if (place === null) {
    if (stream_id !== undefined) throw apiErrors.cannotMoveDirectMessage();
    if (topic !== undefined) throw apiErrors.directMessageHasNoTopic();
  }
  if (propagate_mode !== 'change_one' && topic === undefined && stream_id === undefined) {
    throw apiErrors.propagationWithoutMove();
  }
  if (content !== undefined && stream_id !== undefined) throw apiErrors.contentAndChannelChanged();
  const move = place === null ? undefined : requestedMove(params, place);
  if (move === undefined && content === undefined) throw apiErrors.nothingToChange();
  return { content: content === undefined ? undefined : storedContent(content), move };
}

function requestedMove(params: Params, from: MessagePlace): RequestedMove | undefined {
  const topic = params.topic === undefined ? from.topic : checkedTopic(params.topic);
  enforce(resolvedMarkRefusal(topic));
  const channelId = params.stream_id === from.channel.id ? undefined : params.stream_id;
  if (channelId === undefined && topic === from.topic) return undefined;
  return {
    from,
    topic,
    channelId,
    mode: params.propagate_mode,
    resolves: channelId === undefined && resolvesTopic(from.topic, topic),
    notifiesOldThread: params.send_notification_to_old_thread,
    notifiesNewThread: params.send_notification_to_new_thread,
  };
}

/** Whether only the spelling of the topic changes. */
export function isRespelled({ from, topic, channelId }: RequestedMove): boolean {
  return channelId === undefined && topicKey(topic) === topicKey(from.topic);
}

function storedContent(content: string): string {
  return content.trim() === '' ? EMPTIED : checkedContent(content);
}
