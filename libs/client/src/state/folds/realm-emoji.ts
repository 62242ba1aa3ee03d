import { realmEmojiObject, realmEmojiObjects } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const added = z.object({ emoji: realmEmojiObject });
const updatedOne = z.object({ emoji_id: z.string(), data: z.object({ deactivated: z.boolean().optional() }) });
const replaced = z.object({ realm_emoji: realmEmojiObjects });

export const foldRealmEmoji: Fold = (state, event) => {
  if (state.realm_emoji === undefined) return state;
  const known = realmEmojiObjects.parse(state.realm_emoji);
  switch (event.op) {
    case 'add': {
      const { emoji } = added.parse(event);
      return { ...state, realm_emoji: { ...known, [emoji.id]: emoji } };
    }
    case 'update_one': {
      const { emoji_id, data } = updatedOne.parse(event);
      return { ...state, realm_emoji: { ...known, [emoji_id]: realmEmojiObject.parse({ ...known[emoji_id], ...data }) } };
    }
    case 'update':
      return { ...state, realm_emoji: replaced.parse(event).realm_emoji };
    default:
      throw new Error(`no fold for realm_emoji ${String(event.op)}`);
  }
};
