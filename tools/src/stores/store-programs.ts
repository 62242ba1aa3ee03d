import type { Installable } from './installer.js';

/** The three server programs that Parley needs, with their locations and packages. */
export interface StoreProgram extends Installable {
  readonly store: StoreName;
  readonly title: string;
  readonly binary: string;
  readonly minimumMajor: number;
  /** Folders outside of PATH where packages install the binary; `*` matches one version. */
  readonly folders: readonly string[];
}

export type StoreName = 'postgres' | 'redis' | 'nats';

const systemFolders = ['/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];

export const storePrograms: Readonly<Record<StoreName, StoreProgram>> = {
  postgres: {
    store: 'postgres',
    title: 'PostgreSQL',
    binary: 'postgres',
    minimumMajor: 15,
    aptPackage: 'postgresql',
    brewPackage: 'postgresql@17',
    folders: [
      '/usr/lib/postgresql/*/bin',
      '/usr/pgsql-*/bin',
      '/opt/homebrew/opt/postgresql@*/bin',
      '/usr/local/opt/postgresql@*/bin',
      ...systemFolders,
    ],
  },
  redis: {
    store: 'redis',
    title: 'Redis',
    binary: 'redis-server',
    minimumMajor: 7,
    aptPackage: 'redis-server',
    brewPackage: 'redis',
    folders: systemFolders,
  },
  nats: {
    store: 'nats',
    title: 'NATS',
    binary: 'nats-server',
    minimumMajor: 2,
    aptPackage: 'nats-server',
    brewPackage: 'nats-server',
    folders: systemFolders,
  },
};
