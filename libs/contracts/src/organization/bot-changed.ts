import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { botDefaults } from './realm-bot-events.js';

const payload = z.object({ userId: z.int(), ownerId: z.int().nullable(), changed: botDefaults.partial() });

/** The default channels of a bot changed. */
export const botChanged: DomainEvent<'bot.changed', z.infer<typeof payload>> = domainEvent({
  type: 'bot.changed',
  owner: 'organization',
  payload,
});
