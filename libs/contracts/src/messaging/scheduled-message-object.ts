import { z } from 'zod';

/** Maximum number of scheduled messages of a user, which is also what a registration lists. */
export const MAX_SCHEDULED_MESSAGES = 500;
/** The last second of the year 9999. */
export const MAX_DELIVERY_TIMESTAMP = 253_402_300_799;

const common = {
  scheduled_message_id: z.int(),
  content: z.string(),
  rendered_content: z.string(),
  /** Seconds since the epoch. */
  scheduled_delivery_timestamp: z.int(),
  /** The server could not send it when it was due. It stays until it is changed or deleted. */
  failed: z.boolean(),
};

/** A message to be sent later, in the format for clients. `to`: a channel, or the other users of a direct message. */
export const scheduledMessageObject = z
  .discriminatedUnion('type', [
    z.object({ ...common, type: z.literal('stream'), to: z.int(), topic: z.string() }),
    z.object({ ...common, type: z.literal('private'), to: z.array(z.int()) }),
  ])
  .meta({ id: 'ScheduledMessage' });
export type ScheduledMessageObject = z.infer<typeof scheduledMessageObject>;
