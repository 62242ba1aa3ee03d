import { apiErrors, type Refusal } from '@parley/contracts';

const MAX_LENGTH = 100;

/** The stored name of a custom emoji: spaces become underscores. */
export function realmEmojiName(given: string): string {
  return given.trim().replaceAll(' ', '_');
}

/** Why a custom emoji cannot have this name. */
export function realmEmojiNameRefusal(name: string): Refusal {
  if (!/^[a-z0-9_.-]+$/.test(name)) return apiErrors.realmEmojiNameCharacters();
  if (name.length > MAX_LENGTH) return apiErrors.textTooLong({ name: 'emoji_name', limit: MAX_LENGTH });
  return /[a-z0-9]$/.test(name) ? undefined : apiErrors.realmEmojiNameEnd();
}
