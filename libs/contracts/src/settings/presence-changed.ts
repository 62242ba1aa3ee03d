import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { presenceTimes } from './presence-forms.js';

const payload = presenceTimes.extend({
  userId: z.int(),
  /** API email. */
  email: z.string(),
  /** Seconds since the epoch. */
  serverTimestamp: z.number(),
  /** If false, guests do not see everyone here, and receive presence only when they poll for it. */
  guestsSeeEverybody: z.boolean(),
});

/** A user came online. Ephemeral; if it is lost, the client's next report compensates. */
export const presenceChanged = domainEvent({
  type: 'presence.changed',
  owner: 'settings',
  payload,
});
