import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Nothing happened: behind this place of the log there are ids again for events that are in no log (event-id.ts). Nobody hears of it. */
export const idRangeBegun = domainEvent({ type: 'id-range.begun', owner: 'event-queue', payload: z.object({}), parts: () => [] });
