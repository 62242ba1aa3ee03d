import { PACKAGE_OWNERS, type PackageRule } from '../dependency-rule.js';
import type { Rule } from '../rule.js';

/** Biome's noRestrictedImports would repeat the packages of all other owners in an override for each owner, without a reason for each. */
export const packageOwners: Rule = {
  name: 'package-owners',
  description: 'NATS is imported by rpc only, BullMQ by jobs only, the Prisma client and pg by persistence only.',
  check: (workspace) =>
    workspace.sources.flatMap((source) =>
      source.imports.flatMap(({ specifier, line }) => {
        const rule = PACKAGE_OWNERS.find((each) => covers(each, specifier));
        if (!rule || source.project.name in rule.importers) return [];
        const owners = Object.entries(rule.importers).map(([name, reason]) => `${name} (${reason})`);
        return [
          {
            file: source.path,
            line,
            message: `${source.project.name} imports '${specifier}'.`,
            fix: `Only these may: ${owners.join('; ')}. Use what the library exports, or add to it.`,
          },
        ];
      }),
    ),
};

function covers(rule: PackageRule, specifier: string): boolean {
  return rule.packages.some((name) =>
    name.endsWith('/*') ? specifier.startsWith(name.slice(0, -1)) : specifier === name || specifier.startsWith(`${name}/`),
  );
}
