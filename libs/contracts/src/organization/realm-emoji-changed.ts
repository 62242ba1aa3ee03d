import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part, type QueueView } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { type RealmEmojiObjects, realmEmojiObject, realmEmojiObjects } from './realm-emoji-object.js';

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
  parts: ({ emoji, all }) => partsOf(all, () => ({ type: 'realm_emoji', op: 'add', emoji })),
});

const deactivated = z.object({ emojiId: z.string(), all: realmEmojiObjects });

/** A custom emoji was deactivated. */
export const realmEmojiDeactivated: DomainEvent<'realm-emoji.deactivated', z.infer<typeof deactivated>> = domainEvent({
  type: 'realm-emoji.deactivated',
  owner: 'organization',
  payload: deactivated,
  parts: ({ emojiId, all }) =>
    partsOf(all, () => ({ type: 'realm_emoji', op: 'update_one', emoji_id: emojiId, data: { deactivated: true } })),
});

/** Clients that support single changes receive those; others the whole list. */
function partsOf(all: RealmEmojiObjects, single: () => ClientEvent): Part[] {
  const knowsSingle = ({ capabilities }: QueueView) => capabilities.individual_emoji_changes === true;
  const part = { clientType: 'realm_emoji', audience: { roles: ALL_ROLES } };
  return [
    { ...part, wants: knowsSingle, render: single },
    { ...part, wants: (queue) => !knowsSingle(queue), render: () => ({ type: 'realm_emoji', op: 'update', realm_emoji: all }) },
  ];
}
