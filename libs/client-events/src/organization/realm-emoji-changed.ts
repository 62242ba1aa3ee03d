import { ALL_ROLES } from '@parley/contracts';
import { type RealmEmojiObjects, realmEmojiAdded, realmEmojiDeactivated } from '@parley/contracts/organization';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';

export const realmEmojiAddedFanOut = fanOut(realmEmojiAdded, {
  parts: ({ emoji, all }) => partsOf(all, () => ({ type: 'realm_emoji', op: 'add', emoji })),
});

export const realmEmojiDeactivatedFanOut = fanOut(realmEmojiDeactivated, {
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
