import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { botObject } from './realm-bot-events.js';
import { guestsWithAccess } from './user-audience.js';

const payload = z.object({
  bot: botObject,
  ownerId: z.int(),
  /** The former owner, if they cannot see it as their bot any more. Null if they are an administrator, who still can, or if there was none. */
  losingUserId: z.int().nullable(),
  /** The new owner, if they could not see it as a bot before. Null if they are an administrator, who could. */
  gainingUserId: z.int().nullable(),
  guestsWithAccess,
});

/** The owner of a bot changed. */
export const botOwnerChanged: DomainEvent<'bot.owner-changed', z.infer<typeof payload>> = domainEvent({
  type: 'bot.owner-changed',
  owner: 'organization',
  payload,
});
