import { builtinModules } from 'node:module';
import { z } from 'zod';
import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';

const packages = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});
const builtIn = new Set(builtinModules);

/** Biome's noUndeclaredDependencies reads the package.json nearest to a file. Here the one at the root declares all packages. */
export const declaredPackages: Rule = {
  name: 'declared-packages',
  description: 'Every imported package is in package.json, and those that services need are in its dependencies.',
  check: (workspace) => {
    const { dependencies, devDependencies } = packages.parse(workspace.readJson('package.json'));
    return workspace.sources.flatMap((source) =>
      source.imports.flatMap(({ specifier, line }) => {
        const name = packageOf(specifier);
        if (!name || name in dependencies || (name in devDependencies && !runsInProduction(source))) return [];
        const isDev = name in devDependencies;
        return [
          {
            file: source.path,
            line,
            message: isDev ? `'${name}' is a development package, but services run without those.` : `'${name}' is not in package.json.`,
            fix: `npm install --save-exact ${name}${runsInProduction(source) ? '' : ' --save-dev'}`,
          },
        ];
      }),
    );
  },
};

/** The content of the image: apps, libraries and the migrator. @parley/testing is never deployed. */
function runsInProduction(source: SourceFile): boolean {
  if (source.isTest || source.project.name === 'testing') return false;
  return source.project.kind !== 'outside' || source.path.startsWith('tools/src/migrate/');
}

function packageOf(specifier: string): string | undefined {
  if (/^[./]|^node:|^@parley\//.test(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  if (builtIn.has(first)) return undefined;
  return first.startsWith('@') ? `${first}/${second}` : first;
}
