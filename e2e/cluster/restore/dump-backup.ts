import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseOf, type SuitePostgres } from '../time-travel/suite-postgres.js';

/** A dump with the roles and a copy of the files, as docs/restore.md describes it. */
export class DumpBackup {
  constructor(
    private readonly postgres: SuitePostgres,
    /** The folder of the backup. The account of PostgreSQL writes there. */
    private readonly folder: string,
    /** The uploaded files of the suite. */
    private readonly files: string,
  ) {}

  /** The database first, then the files. */
  async take(): Promise<void> {
    await chmod(this.folder, 0o777);
    const { url } = this.postgres;
    await this.postgres.run('pg_dumpall', ['-d', url, '--globals-only', `--file=${this.at('roles.sql')}`]);
    await this.postgres.run('pg_dump', ['-d', url, '--format=custom', `--file=${this.at('parley.dump')}`]);
    await cp(this.files, this.at('files'), { recursive: true });
  }

  /** Loses the files, and the server with all its databases and roles. An empty one takes its place, into which the backup is restored. */
  async restoreIntoEmptyServer(): Promise<void> {
    await rm(this.files, { recursive: true, force: true });
    const folder = await this.emptyServer();
    await this.postgres.whileServing(folder, [], async (serverUrl) => {
      const administrative = databaseOf(serverUrl, 'postgres');
      await this.postgres.run('psql', ['-q', '-d', administrative, `--file=${this.at('roles.sql')}`]);
      const restore = ['--create', '--exit-on-error', '--jobs=4', `--dbname=${administrative}`];
      await this.postgres.run('pg_restore', [...restore, this.at('parley.dump')]);
      await this.postgres.run('vacuumdb', ['--quiet', '--analyze-only', `--dbname=${serverUrl}`]);
    });
    await this.postgres.replaceBy(folder);
    await cp(this.at('files'), this.files, { recursive: true });
  }

  private async emptyServer(): Promise<string> {
    const { username, password } = new URL(this.postgres.url);
    const passwordFile = this.at('password');
    // The folder of the backup is private to this test, and the account of PostgreSQL reads the file.
    await writeFile(passwordFile, decodeURIComponent(password), { mode: 0o644 });
    const folder = this.postgres.besideData('empty');
    const login = ['-U', username, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    await this.postgres.run('initdb', ['-D', folder, ...login, '-E', 'UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8']);
    await rm(passwordFile);
    return folder;
  }

  private at(name: string): string {
    return join(this.folder, name);
  }
}
