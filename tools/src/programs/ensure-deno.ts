import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../repository.js';
import { runProgram } from '../supervise/run-program.js';

/** Deno, or the reason why there is none. */
export type FoundDeno = { readonly path: string } | { readonly missingBecause: string };

const VERSION = '2.9.6';
const PROGRAM = 'node_modules/.bin/deno';
const INSTALL_DEADLINE_MS = 5 * 60_000;

interface Options {
  readonly signal: AbortSignal;
  /** Kept for the next run. */
  readonly folder?: string;
  readonly version?: string;
}

/**
 * Deno from its packages of npm, which have the official binaries. Without their install script, which npm asks to be allowed in a way that differs
 * between its versions: it only puts the binary in place, and otherwise the first start does. Never rejects.
 */
export async function ensureDeno({
  signal,
  version = VERSION,
  folder = repositoryPath('.parley/programs/deno'),
}: Options): Promise<FoundDeno> {
  const place = join(folder, version);
  const path = join(place, PROGRAM);
  if (existsSync(path)) return { path };
  // Beside it and renamed, so that an interrupted run leaves no half of it.
  const half = `${place}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const install = ['install', '--prefix', half, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', `deno@${version}`];
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(INSTALL_DEADLINE_MS)]);
  const { exitCode, output } = await runProgram('npm', install, { cwd: half, signal: deadline });
  if (exitCode !== 0) {
    rmSync(half, { recursive: true, force: true });
    return { missingBecause: `npm could not install it: ${output.trim().split('\n')[0] ?? ''}` };
  }
  renameSync(half, place);
  return { path };
}
