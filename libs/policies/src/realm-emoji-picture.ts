interface StoredEmoji {
  readonly organizationId: number;
  readonly file: string;
  readonly stillFile: string | null;
}

/** Where the picture of a custom emoji is. */
export function realmEmojiUrl({ organizationId, file }: StoredEmoji): string {
  return `/user_avatars/${organizationId}/emoji/images/${file}`;
}

/** Where its first picture is, if it moves. */
export function realmEmojiStillUrl({ organizationId, stillFile }: StoredEmoji): string | null {
  return stillFile === null ? null : `/user_avatars/${organizationId}/emoji/images/still/${stillFile}`;
}
