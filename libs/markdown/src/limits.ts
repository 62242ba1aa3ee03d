/**
 * Limits that bound the time of rendering. They were measured with bench/markdown.ts on texts of 10,000 characters, the maximum length of a
 * message: each hostile text takes less than 50 ms on one ordinary core. Content beyond a limit is shown as plain text, without losses.
 */
export const limits = {
  /** Levels of block structure: a quote or spoiler takes one, a list item two. Deeper text becomes a plain paragraph. */
  blockLevels: 24,
  /** Nesting of emphasis, strong and strike. Clients process this tree recursively. */
  inlineLevels: 12,
  /** Cells of one table: columns times rows, because short rows are filled. */
  tableCells: 2_500,
  /** Highlighted characters of code in one message, and the maximum length of a highlighted line: some grammars are quadratic in it. */
  highlightedCharacters: 3_500,
  highlightedLine: 300,
  /** Typeset characters of TeX in one message, the minimum cost of a formula, and the maximum HTML of one formula. */
  texCharacters: 1_500,
  texFormula: 20,
  texOutput: 300_000,
  /** Emoji rendered in one message. */
  emoji: 2_000,
  /**
   * Work of linkifiers in one message: characters searched times the size of the pattern's program. Larger programs than linkifierProgram
   * are rejected, and so are longer matches than linkifierMatch.
   */
  linkifying: 4_000_000,
  linkifierProgram: 200,
  linkifierMatch: 1_000,
  /** Image and video previews in one message. */
  previews: 24,
} as const;
