import type { Reader } from '../database.js';

/** A custom emoji as its row is. */
export interface RealmEmojiRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly authorId: number | null;
  /** Name of the stored picture. */
  readonly file: string;
  /** Its first picture, where it moves. */
  readonly stillFile: string | null;
  readonly isDeactivated: boolean;
}

/** All of the organization, deactivated ones too, by id. */
export function realmEmoji(reader: Reader, organizationId: number): Promise<RealmEmojiRecord[]> {
  return reader.realmEmoji.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
}

/** The active ones of these names: of one name there is at most one. */
export function activeRealmEmoji(reader: Reader, organizationId: number, names: readonly string[]): Promise<RealmEmojiRecord[]> {
  return reader.realmEmoji.findMany({ where: { organizationId, isDeactivated: false, name: { in: [...names] } } });
}

/** As the column of ids can hold it. */
const ID = /^[1-9]\d{0,8}$/;
/** Characters a custom emoji can be named with. */
const NAME = /^[a-z0-9 _.-]{1,100}$/;

/** The custom emoji that a request can mean: of its name, or with its code as id, deactivated ones too. */
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
