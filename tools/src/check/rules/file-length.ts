import type { Rule } from '../rule.js';

const LIMIT = 400;

export const fileLength: Rule = {
  name: 'file-length',
  description: `A TypeScript file has at most ${LIMIT} lines, or its first line is a comment that says why it is long.`,
  check: (workspace) =>
    workspace.sources.flatMap((source) => {
      const length = source.text.trimEnd().split('\n').length;
      if (length <= LIMIT || /^(\/\/|\/\*).*\blong\b.{10,}/i.test(source.text)) return [];
      return [
        {
          file: source.path,
          line: LIMIT + 1,
          message: `${length} lines, the limit is ${LIMIT}.`,
          fix: 'Split it by topic, or begin it with a comment `// Long because ...` that gives the reason.',
        },
      ];
    }),
};
