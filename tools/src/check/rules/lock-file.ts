import type { Rule } from '../rule.js';
import { missingOptionals, packageLock } from '../workspace/package-lock.js';

export const lockFile: Rule = {
  name: 'lock-file',
  description: 'package-lock.json names the packages of every platform, so that npm ci accepts it.',
  check: (workspace) =>
    missingOptionals(packageLock.parse(workspace.readJson('package-lock.json'))).map(({ name, version, wantedBy }) => ({
      file: 'package-lock.json',
      line: 1,
      message: `${name} ${version}, which ${wantedBy} may use, is missing: npm ci would refuse the file.`,
      fix: 'Run npm run check -- --fix, and commit package-lock.json.',
    })),
};
