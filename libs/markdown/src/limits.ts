/**
 * What keeps rendering bounded. The figures were measured with bench/markdown.ts on texts of 10,000 characters, the longest a
 * message may be: each hostile text stays under 50 ms on one ordinary core. Past a limit the text is shown plain; none is lost.
 */
export const limits = {
  /** Levels of block structure: a quote or spoiler takes one, a list item two. Deeper text is a plain paragraph. */
  blockLevels: 24,
  /** Emphasis, strong and strike inside one another. Clients walk this tree by recursion. */
  inlineLevels: 12,
  /** Cells of one table, counted as columns times rows, because short rows are filled up. */
  tableCells: 2_500,
  /** Characters of code that are coloured in one message, and the longest line that is: some grammars are quadratic in it. */
  highlightedCharacters: 3_500,
  highlightedLine: 300,
  /** Characters of TeX that are typeset in one message, the least that a formula counts, and the HTML that one may become. */
  texCharacters: 1_500,
  texFormula: 20,
  texOutput: 300_000,
  /** Emoji drawn in one message. */
  emoji: 2_000,
  /**
   * Work of linkifiers in one message: characters searched times the size of the pattern's program. Programs are no larger than linkifierProgram
   * and no match is longer than linkifierMatch.
   */
  linkifying: 4_000_000,
  linkifierProgram: 200,
  linkifierMatch: 1_000,
  /** Image and video previews in one message. */
  previews: 24,
} as const;
