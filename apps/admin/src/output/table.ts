/** Aligned rows below their titles. Without rows it shows dashes. */
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

/** One property per line. */
export function properties(values: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(values).map(widthOf));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n');
}

/** Counts characters as people see them: accents and the parts of an emoji have no width of their own. */
function widthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
