/** Quotes Markdown below a line that says whose it is. The fence is longer than each one inside, so that the quote ends where it should. */
export function quoted(introduction: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/^\s*(`{3,})/gm)].map(([, fence = '']) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${introduction}\n${fence}quote\n${content}\n${fence}\n`;
}
