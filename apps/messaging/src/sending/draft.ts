import { apiErrors, type Caller, type InputOf, isStorable } from '@parley/contracts';
import type { sendMessage } from '@parley/contracts/messaging';
import { checkedContent } from '../composing/message-content.js';
import { type Addressee, addresseeOf } from '../destinations/addressee.js';
import type { LocalId } from '../local-ids/local-ids.repository.js';

/** A message to be sent, validated as far as the request alone allows. */
export interface Draft {
  readonly to: Addressee;
  readonly content: string;
  readonly isReadBySender: boolean;
  readonly localId: LocalId | null;
}

export function draftOf(caller: Caller, request: InputOf<typeof sendMessage>): Draft {
  return {
    to: addresseeOf(request),
    content: checkedContent(request.content),
    localId: localIdOf(request),
    isReadBySender: isReadBySender(caller.clientName, request.read_by_sender),
  };
}

function localIdOf({ queue_id, local_id }: InputOf<typeof sendMessage>): LocalId | null {
  if (queue_id === undefined && local_id === undefined) return null;
  if (queue_id === undefined) throw apiErrors.missingParameter({ name: 'queue_id' });
  if (local_id === undefined) throw apiErrors.missingParameter({ name: 'local_id' });
  if (!isStorable(queue_id)) throw apiErrors.invalidFormat({ name: 'queue_id' });
  if (!isStorable(local_id)) throw apiErrors.invalidFormat({ name: 'local_id' });
  return { queueId: queue_id, localId: local_id };
}

/** Existing clients with a human user, who has read the messages that they send with it. */
const INTERACTIVE_CLIENTS = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message is read for its sender from the start. `requested`: read_by_sender of the request, which takes precedence. */
export function isReadBySender(clientName: string, requested: boolean | undefined): boolean {
  if (requested !== undefined) return requested;
  const name = clientName.toLowerCase();
  return INTERACTIVE_CLIENTS.has(name) || name.includes('desktop app');
}
