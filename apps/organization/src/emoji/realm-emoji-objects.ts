import { realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import type { RealmEmojiObject, RealmEmojiObjects } from '@parley/contracts/organization';
import { type RealmEmojiRecord, realmEmoji, type SqlReader } from '@parley/persistence';

/** The organization's custom emoji in wire format. */
export async function realmEmojiObjects(reader: SqlReader, organizationId: number): Promise<RealmEmojiObjects> {
  return toRealmEmojiObjects(await realmEmoji(reader, organizationId));
}

export function toRealmEmojiObjects(all: readonly RealmEmojiRecord[]): RealmEmojiObjects {
  return Object.fromEntries(all.map((emoji) => [String(emoji.id), realmEmojiObject(emoji)]));
}

function realmEmojiObject(emoji: RealmEmojiRecord): RealmEmojiObject {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: realmEmojiUrl(emoji),
    still_url: realmEmojiStillUrl(emoji),
    deactivated: emoji.isDeactivated,
    author_id: emoji.authorId,
  };
}
