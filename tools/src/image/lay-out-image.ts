import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type BundledPackages, bundleTool } from '../../bundle/bundle-programs.mjs';
import { repositoryPath, repositoryRoot } from '../repository.js';
import { foldersOfPackages, packageIn } from './image-packages.js';
import { isLicenceFile, licencesOf } from './licences.js';
import { softwareBill } from './software-bill.js';

/** The parts of the image that are copied as they are. `nx.json` marks the root for the migrator. */
const COPIED = ['package.json', 'nx.json', 'LICENSE', 'prisma/migrations', 'prisma/functions', 'prisma/directory'];
const MIGRATOR = 'migrate/main';
export const SOFTWARE_BILL = 'sbom.cdx.json';
/** The licences of packages in bundles. Those in node_modules have theirs beside them. */
export const LICENCES = 'third-party-licences.txt';

/** What a program reads of a package, where that is little of it. Default: all but what only developers read. */
const READ_OF: Readonly<Record<string, readonly string[]>> = {
  'emojibase-data': ['package.json', 'LICENSE', 'en/shortcodes'],
  'highlight.js': ['package.json', 'LICENSE', 'lib'],
  katex: ['package.json', 'LICENSE', 'dist/katex.js'],
};
const FOR_DEVELOPERS = /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$/i;

export interface ImageContent {
  /** Megabytes of each part, largest first. */
  readonly sizes: readonly { readonly part: string; readonly megabytes: number }[];
  readonly megabytes: number;
  /** `name@version` of each package in the image, bundled or in node_modules. */
  readonly packages: readonly string[];
}

/**
 * Makes the content of the image from a built checkout: bundled programs, the packages that they load from node_modules, the migrations, and the
 * bill of the software in it. The only place that says what is in the image: deploy/Dockerfile and its test use it.
 */
export async function layOutImage(target: string): Promise<ImageContent> {
  mkdirSync(target, { recursive: true });
  for (const path of COPIED) cpSync(repositoryPath(path), join(target, path), { recursive: true });
  const contents = [await bundleTool(`tools/src/${MIGRATOR}.ts`, join(target, `tools/dist/${MIGRATOR}.js`)), ...copyPrograms(target)];
  const folders = foldersOfPackages([...new Set(contents.flatMap(({ outside }) => outside))]);
  for (const folder of folders) copyPackage(folder, target);
  const bundled = [...new Set(contents.flatMap((content) => content.bundled))];
  const packages = [...new Set([...folders, ...bundled].map(packageIn))].sort();
  writeFileSync(join(target, LICENCES), licencesOf(bundled));
  writeFileSync(join(target, SOFTWARE_BILL), `${JSON.stringify(await softwareBill(packages), null, 1)}\n`);
  return { ...sizesOf(target), packages };
}

/** Copies the programs of all apps. Returns what is in each. */
function copyPrograms(target: string): BundledPackages[] {
  return readdirSync(repositoryPath('apps')).map((app) => {
    const dist = `apps/${app}/dist`;
    const packages = repositoryPath(`${dist}/packages.json`);
    if (!existsSync(packages)) throw new Error(`${dist} has no program: npm run build makes it`);
    cpSync(repositoryPath(dist), join(target, dist), { recursive: true, filter: (path) => path !== packages });
    return JSON.parse(readFileSync(packages, 'utf8'));
  });
}

/** Without the packages inside it, which are copied if something needs them. */
function copyPackage(folder: string, target: string): void {
  const source = join(repositoryRoot, folder);
  const read = READ_OF[folder.replace(/^.*node_modules\//, '')];
  const isWanted = (path: string): boolean => {
    const inside = relative(source, path);
    if (inside === '') return true;
    if (basename(path) === 'node_modules') return false;
    if (isLicenceFile(path) && statSync(path).isFile()) return true;
    if (FOR_DEVELOPERS.test(path)) return false;
    return read?.some((part) => part === inside || inside.startsWith(`${part}/`) || part.startsWith(`${inside}/`)) ?? true;
  };
  cpSync(source, join(target, folder), { recursive: true, filter: isWanted });
}

function sizesOf(target: string): Pick<ImageContent, 'sizes' | 'megabytes'> {
  const bytesOf = new Map<string, number>();
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const part = partOf(relative(target, path));
    bytesOf.set(part, (bytesOf.get(part) ?? 0) + statSync(path).size);
  }
  const sizes = [...bytesOf].map(([part, bytes]) => ({ part, megabytes: bytes / 1e6 })).sort((a, b) => b.megabytes - a.megabytes);
  return { sizes, megabytes: sizes.reduce((sum, { megabytes }) => sum + megabytes, 0) };
}

/** `apps/gateway`, `node_modules/sharp`, `prisma`. */
function partOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/');
  if (first === 'node_modules' && second.startsWith('@')) return `${first}/${second}/${third}`;
  return first === 'node_modules' || first === 'apps' ? `${first}/${second}` : first;
}
