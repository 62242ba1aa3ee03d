import { generatedFiles } from '../../observe/generated-files.js';
import type { Rule } from '../rule.js';

export const generatedFilesCurrent: Rule = {
  name: 'generated-files',
  description: 'The alert rules and dashboards below deploy/ are those that tools/src/observe generates.',
  check: (workspace) =>
    // The rules are also run on small workspaces, in their own tests.
    !workspace.has('deploy/README.md')
      ? []
      : [...generatedFiles()]
          .filter(([path, text]) => !workspace.has(path) || workspace.read(path) !== text)
          .map(([file]) => ({
            file,
            line: 1,
            message: 'It is not what tools/src/observe generates.',
            fix: 'Run npm run check -- --fix, and commit it. Change the sources in tools/src/observe, not this file.',
          })),
};
