interface StoredEmoji {
  readonly organizationId: number;
  readonly file: string;
  readonly stillFile: string | null;
}

/** The URL of the picture of a custom emoji. */
export function realmEmojiUrl({ organizationId, file }: StoredEmoji): string {
  return `/user_avatars/${organizationId}/emoji/images/${file}`;
}

/** The URL of its first frame, if it is animated. */
export function realmEmojiStillUrl({ organizationId, stillFile }: StoredEmoji): string | null {
  return stillFile === null ? null : `/user_avatars/${organizationId}/emoji/images/still/${stillFile}`;
}
