import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** An event without recipients. After its position, new ids for ephemeral events are available (event-id.ts). */
export const idRangeBegun = domainEvent({ type: 'id-range.begun', owner: 'event-queue', payload: z.object({}) });
