import { apiErrors, isStorable, LIMITS } from '@parley/contracts';

const MAX_TITLE = 60;

/** Trimmed. @throws badRequest */
export function snippetTitle(given: string): string {
  return checked('title', given, MAX_TITLE);
}

/** @throws badRequest */
export function snippetContent(given: string): string {
  return checked('content', given, LIMITS.max_message_length);
}

function checked(name: string, given: string, limit: number): string {
  const text = given.trim();
  if (text === '') throw apiErrors.badRequest({ msg: `${name} cannot be blank` });
  if ([...text].length > limit) throw apiErrors.badRequest({ msg: `${name} is too long (limit: ${limit} characters)` });
  if (!isStorable(text)) throw apiErrors.badRequest({ msg: `${name} has invalid format` });
  return text;
}
