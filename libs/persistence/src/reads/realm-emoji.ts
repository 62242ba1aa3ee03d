import type { Reader } from '../database.js';

/** A custom emoji as stored. */
export interface RealmEmojiRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly authorId: number | null;
  /** Name of the stored picture. */
  readonly file: string;
  /** Name of its first frame, if it is animated. */
  readonly stillFile: string | null;
  readonly isDeactivated: boolean;
}

/** All custom emoji of the organization, also deactivated ones, by id. */
export function realmEmoji(reader: Reader, organizationId: number): Promise<RealmEmojiRecord[]> {
  return reader.realmEmoji.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
}

/** The active ones with these names. At most one per name. */
export function activeRealmEmoji(reader: Reader, organizationId: number, names: readonly string[]): Promise<RealmEmojiRecord[]> {
  return reader.realmEmoji.findMany({ where: { organizationId, isDeactivated: false, name: { in: [...names] } } });
}

/** An id that fits into the column. */
const ID = /^[1-9]\d{0,8}$/;
/** Characters that are allowed in the name of a custom emoji. */
const NAME = /^[a-z0-9 _.-]{1,100}$/;

/** The custom emoji that a request can mean: with this name, or with this code as id. Also deactivated ones. */
export function realmEmojiNamed(
  reader: Reader,
  organizationId: number,
  { name, code }: { readonly name?: string | undefined; readonly code?: string | undefined },
): Promise<{ id: number; name: string; isDeactivated: boolean }[]> {
  const byName = name !== undefined && NAME.test(name) ? [{ name }] : [];
  const byId = code !== undefined && ID.test(code) ? [{ id: Number(code) }] : [];
  return reader.realmEmoji.findMany({
    where: { organizationId, OR: [...byName, ...byId] },
    select: { id: true, name: true, isDeactivated: true },
  });
}
