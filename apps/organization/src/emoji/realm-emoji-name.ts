const MAX_LENGTH = 100;

/** The stored name of a custom emoji: spaces become underscores. */
export function realmEmojiName(given: string): string {
  return given.trim().replaceAll(' ', '_');
}

/** The reason why a custom emoji cannot have this name. Undefined if it can. */
export function realmEmojiNameFault(name: string): string | undefined {
  if (!/^[a-z0-9_.-]+$/.test(name)) {
    return 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.';
  }
  if (name.length > MAX_LENGTH) return `emoji_name is too long (limit: ${MAX_LENGTH} characters)`;
  return /[a-z0-9]$/.test(name) ? undefined : 'Emoji names must end with either a letter or digit.';
}
