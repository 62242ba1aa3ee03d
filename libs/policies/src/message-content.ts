import { apiErrors, LIMITS } from '@parley/contracts';

const HALF_PAIRS = /\p{Surrogate}/gu;

export { isStorable } from '@parley/contracts';

const LEADING_NEWLINES = /^\n+/;

/**
 * The content of a message as it is stored: without trailing white space and leading newlines (reference/rules.md section 3), half
 * characters replaced.
 * @throws badRequest when nothing is left, for a null byte, and over the limit: content is never cut.
 */
export function checkedContent(input: string): string {
  const content = input.trimEnd().replace(LEADING_NEWLINES, '').replace(HALF_PAIRS, '\ufffd');
  if (content === '') throw apiErrors.badRequest({ msg: 'Message must not be empty' });
  if (content.includes('\0')) throw apiErrors.badRequest({ msg: 'Message must not contain null bytes' });
  if ([...content].length > LIMITS.max_message_length) {
    throw apiErrors.badRequest({ msg: `content is too long (limit: ${LIMITS.max_message_length} characters)` });
  }
  return content;
}
