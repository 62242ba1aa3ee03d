import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryPath, repositoryRoot } from '../repository.js';

const versions = z.record(z.string(), z.string()).default({});
const lockedPackage = z.object({
  dev: z.boolean().default(false),
  dependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) });

/**
 * The folders in node_modules of these packages and of all that they need, if they are installed: optional ones depend on the machine. A package may
 * also use an optional peer that is a dependency of ours, as the job board uses BullMQ.
 * @param names of packages that programs load from node_modules
 */
export function foldersOfPackages(names: readonly string[]): string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(repositoryPath('package-lock.json'), 'utf8')));
  const ours = packages['']?.dependencies ?? {};
  const found = new Set<string>();
  const wanted = names.map((name) => ({ name, from: '' }));
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const folder = folderOf(next.name, next.from);
    if (folder === undefined || found.has(folder)) continue;
    const { dev, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lockedPackage.parse(packages[folder]);
    // Programs can do without it, because a deployed one never had it.
    if (dev) continue;
    found.add(folder);
    const peers = Object.keys(peerDependencies).filter((name) => name in ours || peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) wanted.push({ name, from: folder });
  }
  return [...found].sort();
}

/** As Node looks for a package: beside the package that needs it, then further out. */
function folderOf(name: string, from: string): string | undefined {
  const here = join(from, 'node_modules', name);
  if (existsSync(join(repositoryRoot, here, 'package.json'))) return here;
  if (from === '') return undefined;
  const outer = from.lastIndexOf('/node_modules/');
  return folderOf(name, outer === -1 ? '' : from.slice(0, outer));
}

/** `pg@8.23.1`, for a folder in node_modules. */
export function packageIn(folder: string): string {
  const { name, version } = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(repositoryPath(join(folder, 'package.json')), 'utf8')));
  return `${name}@${version}`;
}
