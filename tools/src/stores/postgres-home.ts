import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { type Account, runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';

/** The data folder of a private PostgreSQL, and the account that it runs as. */
export interface PostgresHome {
  readonly dataDirectory: string;
  /** undefined for the current user. */
  readonly account: Account | undefined;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the `postgres` user of its package. If that user cannot access the
 * wanted folder (a checkout under /root), the data is stored under /var/lib/parley, and the wanted folder is a link to it.
 */
export async function findPostgresHome(wantedDirectory: string): Promise<PostgresHome> {
  if (process.getuid?.() !== 0) return { dataDirectory: wantedDirectory, account: undefined };
  const account = await postgresAccount();
  if (isReachableForAll(dirname(wantedDirectory))) return { dataDirectory: wantedDirectory, account };

  const name = createHash('sha256').update(wantedDirectory).digest('hex').slice(0, 12);
  const dataDirectory = `/var/lib/parley/${name}`;
  mkdirSync(dirname(dataDirectory), { recursive: true, mode: 0o755 });
  mkdirSync(dirname(wantedDirectory), { recursive: true });
  if (linkTarget(wantedDirectory) !== dataDirectory) {
    rmSync(wantedDirectory, { recursive: true, force: true });
    symlinkSync(dataDirectory, wantedDirectory);
  }
  return { dataDirectory, account };
}

/** Removes the data, also if the folder is only a link to it. */
export function removePostgresHome(wantedDirectory: string): void {
  const target = linkTarget(wantedDirectory);
  if (target?.startsWith('/var/lib/parley/')) rmSync(target, { recursive: true, force: true });
  rmSync(wantedDirectory, { recursive: true, force: true });
}

async function postgresAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => runProgram('id', [flag, 'postgres'])));
  if (uid?.exitCode !== 0 || gid?.exitCode !== 0) {
    throw new ClearError('PostgreSQL does not run as root and this system has no postgres user: run the command as an ordinary user.');
  }
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Whether everyone may enter every folder on the path. Folders that do not exist yet will be accessible. */
function isReachableForAll(directory: string): boolean {
  for (let folder = directory; folder !== parse(folder).root; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, or missing.
    return undefined;
  }
}
