import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string().default('no licence field') });
const PROGRAM = /\.([cm]?[jt]sx?|map|json)$/i;

/** `LICENSE`, `license.md`, `NOTICE.txt`, but no program of such a name. */
export function isLicenceFile(path: string): boolean {
  return /^(licen[cs]e|notice|copying)/i.test(basename(path)) && !PROGRAM.test(path);
}

/** Name, version and licence of each package, and the texts of its licence files. @param folders in node_modules */
export function licencesOf(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = manifest.parse(JSON.parse(readFileSync(repositoryPath(join(folder, 'package.json')), 'utf8')));
      const files = readdirSync(repositoryPath(folder), { withFileTypes: true }).filter(
        (each) => each.isFile() && isLicenceFile(each.name),
      );
      const texts = files.map((each) => readFileSync(repositoryPath(join(folder, each.name)), 'utf8').trim());
      return [`===== ${name}@${version} (${license}) =====`, ...texts].join('\n\n');
    })
    .sort()
    .join('\n\n');
}
