import { apiErrors } from '@parley/contracts';
import { type Addressee, addresseeOf } from './send-addressee.js';

export interface TypingRequest {
  readonly op: string;
  readonly type: string;
  readonly to?: readonly (number | string)[] | undefined;
  readonly stream_id?: number | undefined;
  readonly topic?: string | undefined;
}

/** @throws badRequest for what is neither of the two. */
export function typingOp(op: string): 'start' | 'stop' {
  if (op === 'start' || op === 'stop') return op;
  throw apiErrors.badRequest({ msg: 'Invalid op' });
}

/**
 * To whom somebody writes. What belongs to the other type is not looked at (spec 4.4).
 * @throws badRequest with the first thing that is missing or wrong.
 */
export function typingAddressee({ type, to, stream_id, topic }: TypingRequest): Addressee {
  switch (type) {
    case 'direct':
      if (to === undefined) throw apiErrors.badRequest({ msg: "Missing 'to' argument" });
      if (to.length === 0) throw apiErrors.badRequest({ msg: "Empty 'to' list" });
      return addresseeOf({ type, to });
    case 'channel':
    case 'stream':
      if (stream_id === undefined) throw apiErrors.badRequest({ msg: "Missing 'stream_id' argument" });
      return addresseeOf({ type, to: stream_id, topic });
    default:
      throw apiErrors.badRequest({ msg: 'Invalid type' });
  }
}

/** Above this many subscribers nobody is told who writes in a channel (reference/events.md). */
const LARGE_CHANNEL = 100;

export function tellsOfTyping(subscriberCount: number): boolean {
  return subscriberCount <= LARGE_CHANNEL;
}
