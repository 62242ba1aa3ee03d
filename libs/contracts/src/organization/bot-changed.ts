import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { botDefaults, botService } from './realm-bot-events.js';

const payload = z.object({
  userId: z.int(),
  ownerId: z.int().nullable(),
  changed: botDefaults.extend({ services: z.array(botService) }).partial(),
});

/** The default channels of a bot changed, or the program behind it. */
export const botChanged: DomainEvent<'bot.changed', z.infer<typeof payload>> = domainEvent({
  type: 'bot.changed',
  owner: 'organization',
  payload,
});
