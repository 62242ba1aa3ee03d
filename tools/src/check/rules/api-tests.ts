import type { Rule } from '../rule.js';
import { declaredContracts } from '../workspace/contract-declarations.js';

/** Endpoints without an API test must be listed in exceptions.ts, with a date. */
export const apiTests: Rule = {
  name: 'api-tests',
  description: 'Each endpoint is named in an API test below e2e/api, by its contract.',
  check: (workspace) => {
    const tests = workspace.sources.filter((source) => source.path.startsWith('e2e/api/'));
    const named = new Set(tests.flatMap((source) => source.text.match(/\w+/g) ?? []));
    return declaredContracts(workspace)
      .filter(({ kind, reference }) => kind === 'endpoint' && !named.has(reference))
      .map(({ reference, method, path, file, line }) => ({
        file,
        line,
        message: `${reference} (${method} ${path}) is named in no API test.`,
        fix: 'Add one below e2e/api that calls it: success, invalid, unauthenticated, forbidden, other organization.',
      }));
  },
};
