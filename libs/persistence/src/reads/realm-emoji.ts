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
