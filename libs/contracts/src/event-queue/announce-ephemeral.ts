import { z } from 'zod';
import { serviceCall } from '../contract.js';

/**
 * Sends an ephemeral event (typing, presence), which is not logged, to the queues that exist now. `type` and `payload` are those of a declared
 * domain event, which defines audience and rendering as for logged ones. Such events may be lost: under overload, and if Redis loses recent writes.
 * `accepted` is false if it was dropped because too many are under way.
 */
export const announceEphemeral = serviceCall({
  name: 'announceEphemeral',
  service: 'event-queue',
  input: z.object({ organizationId: z.int(), type: z.string(), payload: z.unknown() }),
  output: z.object({ accepted: z.boolean() }),
});
