import { apiErrors, isStorable, LIMITS } from '@parley/contracts';

const MAX_TITLE = 60;

/** Trimmed. @throws blankText, textTooLong, invalidFormat */
export function snippetTitle(given: string): string {
  return checked('title', given, MAX_TITLE);
}

/** @throws the same errors */
export function snippetContent(given: string): string {
  return checked('content', given, LIMITS.max_message_length);
}

function checked(name: string, given: string, limit: number): string {
  const text = given.trim();
  if (text === '') throw apiErrors.blankText({ name });
  if ([...text].length > limit) throw apiErrors.textTooLong({ name, limit });
  if (!isStorable(text)) throw apiErrors.invalidFormat({ name });
  return text;
}
