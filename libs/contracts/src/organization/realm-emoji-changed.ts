import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { realmEmojiObject, realmEmojiObjects } from './realm-emoji-object.js';

const added = z.object({
  emoji: realmEmojiObject,
  /** All custom emoji after the change, for clients that do not support single changes. */
  all: realmEmojiObjects,
});

/** A custom emoji was added. */
export const realmEmojiAdded: DomainEvent<'realm-emoji.added', z.infer<typeof added>> = domainEvent({
  type: 'realm-emoji.added',
  owner: 'organization',
  payload: added,
});

const deactivated = z.object({ emojiId: z.string(), all: realmEmojiObjects });

/** A custom emoji was deactivated. */
export const realmEmojiDeactivated: DomainEvent<'realm-emoji.deactivated', z.infer<typeof deactivated>> = domainEvent({
  type: 'realm-emoji.deactivated',
  owner: 'organization',
  payload: deactivated,
});
