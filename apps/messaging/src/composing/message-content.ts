import { apiErrors, LIMITS } from '@parley/contracts';

const LONE_SURROGATES = /\p{Surrogate}/gu;

const LEADING_NEWLINES = /^\n+/;

/**
 * The content of a message as stored: without trailing white space and leading newlines, with lone surrogates
 * replaced.
 * @throws contentEmpty, contentHasNullBytes, contentTooLong: content is never truncated.
 */
export function checkedContent(input: string): string {
  const content = input.trimEnd().replace(LEADING_NEWLINES, '').replace(LONE_SURROGATES, '\ufffd');
  if (content === '') throw apiErrors.contentEmpty();
  if (content.includes('\0')) throw apiErrors.contentHasNullBytes();
  if ([...content].length > LIMITS.max_message_length) {
    throw apiErrors.contentTooLong({ limit: LIMITS.max_message_length });
  }
  return content;
}
