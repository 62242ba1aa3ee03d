import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Sends an event that is in no log (typing, presence) to whoever is there now. `type` and `payload` are those of a declared domain event,
 * which says audience and rendering as for logged ones. Such events may be lost: under overload, and when Redis loses its last moments.
 * `accepted` false: dropped because too many are under way.
 */
export const announceUnlogged = serviceCall({
  name: 'announceUnlogged',
  service: 'event-queue',
  input: z.object({ organizationId: z.int(), type: z.string(), payload: z.unknown() }),
  output: z.object({ accepted: z.boolean() }),
});
