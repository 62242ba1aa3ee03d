const LONGEST = 100;

/** The name under which a custom emoji is kept: spaces are written as underscores. */
export function realmEmojiName(given: string): string {
  return given.trim().replaceAll(' ', '_');
}

/** What is wrong with the name of a custom emoji; undefined: nothing. */
export function realmEmojiNameFault(name: string): string | undefined {
  if (!/^[a-z0-9_.-]+$/.test(name)) {
    return 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.';
  }
  if (name.length > LONGEST) return `emoji_name is too long (limit: ${LONGEST} characters)`;
  return /[a-z0-9]$/.test(name) ? undefined : 'Emoji names must end with either a letter or digit.';
}
