import * as reply from './script-reply.js';

/** A held poll to wake: `waiter` is "gateway|token". */
export interface Waiter {
  queueId: string;
  waiter: string;
}

/** A script returns them as a flat list. */
export function toWaiters(flat: unknown): Waiter[] {
  return reply.pairs(reply.list(flat)).map(([queueId, waiter]) => ({ queueId, waiter }));
}
