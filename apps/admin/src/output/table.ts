/** Rows under their titles, each column as wide as its widest cell. No rows: a dash says so. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = [titles, ...(rows.length > 0 ? rows : [titles.map(() => '-')])];
  const widths = titles.map((_, column) => Math.max(...shown.map((row) => widthOf(row[column] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return shown.map(line).join('\n');
}

/** One thing, a property a line. */
export function properties(values: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(values).map(widthOf));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n');
}

/** In characters as people count them: an accent or the parts of an emoji take no room of their own. */
function widthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
