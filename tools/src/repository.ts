import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The checkout. Found upwards from this file, so that it works for the sources, for tools/dist, and for code that is compiled into another
 * folder.
 */
export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

export function repositoryPath(path: string): string {
  return join(repositoryRoot, path);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'nx.json'))) return folder;
  if (folder === parse(folder).root) throw new Error('tools/ is not inside a checkout of Parley: no nx.json above it');
  return findRoot(dirname(folder));
}
