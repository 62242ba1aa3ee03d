import { apiErrors, type Caller, type InputOf, isStorable, ROLES, topicKey } from '@parley/contracts';
import type { sendMessage } from '@parley/contracts/messaging';
import { referencedNames } from '@parley/markdown';
import { type Addressee, addresseeOf } from './addressee.js';
import { checkedContent } from './message-content.js';
import type { SendQuestion } from './send-context.repository.js';
import { isReadBySender } from './sender-read-state.js';

/** The text of a message, new or edited. */
export interface MessageText {
  readonly content: string;
  readonly isReadBySender: boolean;
}

/** A message to be sent, validated as far as the request alone allows. */
export interface Draft extends MessageText {
  readonly to: Addressee;
  readonly localId: { readonly queueId: string; readonly localId: string } | null;
}

export function draftOf(caller: Caller, request: InputOf<typeof sendMessage>): Draft {
  return {
    to: addresseeOf(request),
    content: checkedContent(request.content),
    localId: localIdOf(request),
    isReadBySender: isReadBySender(caller.clientName, request.read_by_sender),
  };
}

function localIdOf({ queue_id, local_id }: InputOf<typeof sendMessage>): Draft['localId'] {
  if (queue_id === undefined && local_id === undefined) return null;
  if (queue_id === undefined) throw apiErrors.missingParameter({ name: 'queue_id' });
  if (local_id === undefined) throw apiErrors.missingParameter({ name: 'local_id' });
  if (!isStorable(queue_id)) throw apiErrors.invalidFormat({ name: 'queue_id' });
  if (!isStorable(local_id)) throw apiErrors.invalidFormat({ name: 'local_id' });
  return { queueId: queue_id, localId: local_id };
}

const TOPIC_WILDCARD = '@**topic**';

/** What must be read to decide about a text that goes to this place: of a message to be sent, moved or edited, or of a typing notification. */
export function questionOf(caller: Caller, to: Addressee, content = '', localId: Draft['localId'] = null): SendQuestion {
  return {
    senderId: caller.userId,
    isGuest: caller.role === ROLES.guest,
    ownerId: caller.botOwnerId,
    localId,
    to: to.kind === 'channel' ? { kind: 'channel', channel: to.channel, topicKey: topicKey(to.topic) } : to,
    names: referencedNames(content),
    wantsTopicParticipants: content.includes(TOPIC_WILDCARD),
  };
}
