import { apiErrors, LIMITS } from '@parley/contracts';

const LONE_SURROGATES = /\p{Surrogate}/gu;

export { isStorable } from '@parley/contracts';

const LEADING_NEWLINES = /^\n+/;

/**
 * The content of a message as stored: without trailing white space and leading newlines, with lone surrogates
 * replaced.
 * @throws badRequest if nothing remains, for a null byte, and over the limit: content is never truncated.
 */
export function checkedContent(input: string): string {
  const content = input.trimEnd().replace(LEADING_NEWLINES, '').replace(LONE_SURROGATES, '\ufffd');
  if (content === '') throw apiErrors.badRequest({ msg: 'Message must not be empty' });
  if (content.includes('\0')) throw apiErrors.badRequest({ msg: 'Message must not contain null bytes' });
  if ([...content].length > LIMITS.max_message_length) {
    throw apiErrors.badRequest({ msg: `content is too long (limit: ${LIMITS.max_message_length} characters)` });
  }
  return content;
}
