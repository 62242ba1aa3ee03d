import { LIMITS } from '@parley/contracts';

const TRUNCATED = '\n[message truncated]';

/**
 * A text that ends with a quoted message. `opening`: what follows the fence in its first line. The quote is cut if the text would be longer
 * than a message may be. The quoted message itself has all of it.
 */
export function quotedText(head: string, opening: string, content: string): string {
  const fence = unusedFence(content);
  const before = `${head}${fence}${opening}\n`;
  const after = `\n${fence}`;
  const most = LIMITS.max_message_length - [...before, ...after].length;
  const characters = [...content];
  const quote = characters.length <= most ? content : `${characters.slice(0, most - TRUNCATED.length).join('')}${TRUNCATED}`;
  return `${before}${quote}${after}`;
}

/** Longer than every run of backticks in the content, so that nothing in it ends the quote. */
function unusedFence(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}
