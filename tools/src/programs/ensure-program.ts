import { delimiter, join } from 'node:path';
import { isExecutable } from '../stores/find-program.js';
import { findInstaller, type Installable, type Machine, thisMachine } from '../stores/installer.js';
import { lastLine, runInstaller } from '../stores/run-installer.js';

/** A program that only some tests or options need, or the reason why it is not there. */
export type FoundTool = { readonly path: string } | { readonly missingBecause: string };

export interface Tool extends Installable {
  readonly title: string;
  readonly binary: string;
}

/** The package has both: the server, and the tool that tests rules. */
const PACKAGE = { aptPackage: 'prometheus', brewPackage: 'prometheus' };
export const PROMETHEUS: Tool = { ...PACKAGE, title: 'Prometheus', binary: 'prometheus' };
export const PROMTOOL: Tool = { ...PACKAGE, title: 'Prometheus', binary: 'promtool' };
/** For the tests with a pooler between services and PostgreSQL. */
export const PGBOUNCER: Tool = { title: 'PgBouncer', aptPackage: 'pgbouncer', brewPackage: 'pgbouncer', binary: 'pgbouncer' };
/** For building the image in the tests. Homebrew has neither. */
export const BUILDAH: Tool = { title: 'buildah', aptPackage: 'buildah', brewPackage: 'buildah', binary: 'buildah' };
export const DEBOOTSTRAP: Tool = { title: 'debootstrap', aptPackage: 'debootstrap', brewPackage: 'debootstrap', binary: 'debootstrap' };

const INSTALL_DEADLINE_MS = 5 * 60_000;
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];

/** Finds a program, or installs its package if that needs no password. Never rejects. */
export async function ensureProgram(
  tool: Tool,
  { report, signal }: { readonly report: (line: string) => void; readonly signal: AbortSignal },
  machine: Machine = thisMachine,
  folders: readonly string[] = foldersOf(process.env),
): Promise<FoundTool> {
  const there = findIn(folders, tool.binary);
  if (there !== undefined) return { path: there };
  const installer = await findInstaller(machine);
  if (installer === undefined || installer.needsTerminal) return { missingBecause: 'this user may install nothing' };
  report(`installing ${tool.title} with ${installer.title}`);
  const run = await runInstaller(installer, [tool], AbortSignal.any([signal, AbortSignal.timeout(INSTALL_DEADLINE_MS)]));
  const installed = findIn(folders, tool.binary);
  if (installed !== undefined) return { path: installed };
  return { missingBecause: run.exitCode === 0 ? 'its package has none' : `${installer.title} could not install it: ${lastLine(run)}` };
}

export function findIn(folders: readonly string[], binary: string): string | undefined {
  return folders.map((folder) => join(folder, binary)).find(isExecutable);
}

export function foldersOf({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  return [...PATH.split(delimiter).filter(Boolean), ...FOLDERS];
}
