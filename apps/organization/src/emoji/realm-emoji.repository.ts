import type { Reader, Tx } from '@parley/persistence';

export interface NewRealmEmoji {
  readonly name: string;
  readonly authorId: number;
  readonly file: string;
  readonly stillFile: string | null;
}

/** By an active custom emoji. */
export async function isRealmEmojiNameTaken(reader: Reader, organizationId: number, name: string): Promise<boolean> {
  return (await reader.realmEmoji.count({ where: { organizationId, name, isDeactivated: false } })) > 0;
}

/** Also deactivated ones. */
export function countRealmEmoji(reader: Reader, organizationId: number): Promise<number> {
  return reader.realmEmoji.count({ where: { organizationId } });
}

/** Returns its id. */
export async function insertRealmEmoji(tx: Tx, organizationId: number, emoji: NewRealmEmoji): Promise<number> {
  const { id } = await tx.realmEmoji.create({ data: { ...emoji, organizationId }, select: { id: true } });
  return id;
}

export async function setRealmEmojiDeactivated(tx: Tx, organizationId: number, emojiId: number): Promise<void> {
  await tx.realmEmoji.update({ where: { id: emojiId, organizationId }, data: { isDeactivated: true } });
}
