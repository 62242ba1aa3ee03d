import { apiErrors } from '@parley/contracts';
import { type Addressee, addresseeOf } from '../destinations/addressee.js';

export interface TypingRequest {
  readonly op: string;
  readonly type: string;
  readonly to?: readonly (number | string)[] | undefined;
  readonly stream_id?: number | undefined;
  readonly topic?: string | undefined;
}

/** @throws invalidTypingOperation for other values. */
export function typingOp(op: string): 'start' | 'stop' {
  if (op === 'start' || op === 'stop') return op;
  throw apiErrors.invalidTypingOperation();
}

/**
 * The recipient of a typing notification. Parameters of the other type are ignored.
 * @throws the fault of the first missing or invalid parameter.
 */
export function typingAddressee({ type, to, stream_id, topic }: TypingRequest): Addressee {
  switch (type) {
    case 'direct':
      if (to === undefined) throw apiErrors.missingTypingRecipients();
      if (to.length === 0) throw apiErrors.emptyTypingRecipients();
      return addresseeOf({ type, to });
    case 'channel':
    case 'stream':
      if (stream_id === undefined) throw apiErrors.missingTypingChannel();
      return addresseeOf({ type, to: stream_id, topic });
    default:
      throw apiErrors.invalidTypingType();
  }
}

/** In channels with more subscribers, typing notifications are not sent. */
const LARGE_CHANNEL = 100;

export function tellsOfTyping(subscriberCount: number): boolean {
  return subscriberCount <= LARGE_CHANNEL;
}
