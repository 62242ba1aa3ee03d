import { delimiter, join } from 'node:path';
import { isExecutable } from '../stores/find-program.js';
import { findInstaller, type Machine, thisMachine } from '../stores/installer.js';
import { lastLine, runInstaller } from '../stores/run-installer.js';

/** A browser for tests of pages, or the reason why there is none. */
export type FoundBrowser = { readonly path: string } | { readonly missingBecause: string };

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The headless shell: 100 MB, 306 MB unpacked, which is a quarter less than full Chromium. */
const CHROMIUM = { aptPackage: 'chromium-headless-shell', brewPackage: 'chromium' };
const INSTALL_DEADLINE_MS = 5 * 60_000;

/**
 * Finds a Chromium, or installs one with the system's package manager if that needs no password. Only tests of pages
 * need it, so without one everything else continues. Never rejects.
 */
export async function ensureBrowser(
  { report, signal }: { readonly report: (line: string) => void; readonly signal: AbortSignal },
  machine: Machine = thisMachine,
  folders: readonly string[] = foldersOf(process.env),
): Promise<FoundBrowser> {
  const there = findBrowser(folders);
  if (there !== undefined) return { path: there };
  const missingBecause = await install(report, signal, machine);
  const installed = findBrowser(folders);
  return installed === undefined ? { missingBecause } : { path: installed };
}

/** The first one that this user can execute. */
export function findBrowser(folders: readonly string[]): string | undefined {
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function foldersOf({ PATH = '', HOME = '/' }: NodeJS.ProcessEnv): string[] {
  return [...PATH.split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin', '/Applications', join(HOME, 'Applications')];
}

/** Returns the reason why there is still none, if the installation failed. */
async function install(report: (line: string) => void, signal: AbortSignal, machine: Machine): Promise<string> {
  const installer = await findInstaller(machine);
  if (installer === undefined || installer.needsTerminal) return 'this user may install nothing';
  report(`installing Chromium with ${installer.title}`);
  const run = await runInstaller(installer, [CHROMIUM], AbortSignal.any([signal, AbortSignal.timeout(INSTALL_DEADLINE_MS)]));
  return run.exitCode === 0 ? 'its package contains none' : `${installer.title} could not install it: ${lastLine(run)}`;
}
