import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runProgram } from '../supervise/run-program.js';
import type { StoreProgram } from './store-programs.js';

export interface FoundProgram {
  readonly path: string;
  readonly major: number;
}

/** The newest installed copy of a program that is new enough, or the versions found instead. */
export interface ProgramSearch {
  readonly found: FoundProgram | undefined;
  /** Major versions that are too old. */
  readonly tooOld: readonly number[];
}

export async function findProgram(program: StoreProgram, searchPath = process.env.PATH ?? ''): Promise<ProgramSearch> {
  const folders = [...searchPath.split(delimiter).filter(Boolean), ...program.folders.flatMap(foldersMatching)];
  const paths = [...new Set(folders.map((folder) => join(folder, program.binary)))].filter(isExecutable);
  const seen: FoundProgram[] = [];
  for (const path of paths) {
    const { exitCode, output } = await runProgram(path, ['--version']);
    const major = exitCode === 0 ? majorVersionIn(output) : undefined;
    if (major !== undefined) seen.push({ path, major });
  }
  const [newest] = seen.toSorted((a, b) => b.major - a.major);
  return {
    found: newest && newest.major >= program.minimumMajor ? newest : undefined,
    tooOld: seen.filter(({ major }) => major < program.minimumMajor).map(({ major }) => major),
  };
}

/** Reads `postgres (PostgreSQL) 15.18 (Debian …)`, `Redis server v=7.0.15 sha=…` and `nats-server: v2.9.10`. */
export function majorVersionIn(versionOutput: string): number | undefined {
  const match = /(?:^|[\s=v])(\d+)\.\d+/.exec(versionOutput);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Expands the single `*` of a folder pattern. */
function foldersMatching(pattern: string): string[] {
  const star = pattern.indexOf('*');
  if (star === -1) return [pattern];
  const parent = dirname(pattern.slice(0, star + 1));
  const prefix = pattern.slice(parent.length + 1, star);
  const rest = pattern.slice(star + 1);
  try {
    return readdirSync(parent)
      .filter((name) => name.startsWith(prefix))
      .map((name) => `${parent}/${name}${rest}`);
  } catch {
    // The folder of a package that is not installed.
    return [];
  }
}

/** For this user. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
