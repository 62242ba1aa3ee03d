import { broadcast } from '@parley/contracts';
import { z } from 'zod';

const SUBJECT = 'events-logged';

/**
 * Announces the events that were just committed, in log order, to the fan-out: at the address of the organization (`wakeUpAddress`). May be lost, duplicated or
 * late; the log is the truth. If the events are too large, `events` is empty and the reader fetches them from the log.
 */
export const eventsLogged = broadcast(
  SUBJECT,
  z.object({
    organizationId: z.int(),
    /** Incarnation of the log that has the events. Older releases omit it; then the reader ignores `events` and reads the log. */
    incarnation: z.string().optional(),
    /** Seq of the last event. */
    seq: z.int(),
    events: z.array(z.object({ seq: z.int(), type: z.string(), payload: z.unknown(), at: z.number() })),
  }),
);

/** The same wake-ups, for readers that only need to know which organization has new events. */
export const organizationWoken = broadcast(SUBJECT, z.object({ organizationId: z.int() }));
