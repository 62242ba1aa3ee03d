import type { Rule } from '../rule.js';

/** Words that do not describe the purpose of a file. */
const EMPTY_WORDS = new Set(['util', 'utils', 'utility', 'utilities', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc']);

/** Biome's useFilenamingConvention reads neither the names of folders nor a list of refused words. */
export const names: Rule = {
  name: 'names',
  description: 'File and folder names are lower case with hyphens, and none says only utils, helpers, common, manager or misc.',
  check: (workspace) =>
    workspace.sources.flatMap(({ path }) => {
      const segments = path.replace(/\.ts$/, '').split('/');
      const empty = segments.find((segment) => segment.split(/[-.]/).some((word) => EMPTY_WORDS.has(word.toLowerCase())));
      if (empty)
        return [
          { file: path, line: 1, message: `The name '${empty}' does not say what is inside.`, fix: 'Name it for the one thing it does.' },
        ];
      const shouting = segments.find((segment) => /[A-Z_]/.test(segment));
      if (shouting)
        return [
          {
            file: path,
            line: 1,
            message: `The name '${shouting}' is not lower case with hyphens.`,
            fix: 'Rename it like its neighbours: send-message.ts.',
          },
        ];
      return [];
    }),
};
