import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';
import { KillTargets } from '../../client/kill-targets.js';
import { queryAt, type SuitePostgres } from '../time-travel/suite-postgres.js';

const DEADLINE_MS = 90_000;

/** The PostgreSQL of the suite with a WAL archive and one base backup, as docs/restore.md describes it. */
export class ArchivedPostgres {
  private constructor(
    private readonly postgres: SuitePostgres,
    private readonly archive: string,
    private readonly base: string,
  ) {}

  /** Turns archiving on, which needs a restart, and takes a base backup. `folder`: where the archive is. The account of PostgreSQL writes there. */
  static async open(postgres: SuitePostgres, folder: string): Promise<ArchivedPostgres> {
    const archive = join(folder, 'archive');
    await chmod(folder, 0o777);
    await mkdir(archive);
    await chmod(archive, 0o777);
    await postgres.query('ALTER SYSTEM SET archive_mode = on');
    await postgres.query(`ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
    // SIGTERM would wait until all clients disconnect.
    await new KillTargets().kill('postgres').isBack;
    const base = postgres.besideData('recovered');
    await postgres.run('pg_basebackup', ['-d', postgres.url, `--pgdata=${base}`, '--checkpoint=fast', '--wal-method=none']);
    return new ArchivedPostgres(postgres, archive, base);
  }

  /** By the clock of the server. */
  async now(): Promise<string> {
    const [row] = await this.postgres.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    if (row === undefined) throw new Error('PostgreSQL did not say the time');
    return row.now;
  }

  /** Recovers the base backup to a moment, and lets it replace the server. What was committed after that moment is lost. */
  async recoverTo(moment: string): Promise<void> {
    await this.archiveEverything();
    const settings = [
      `restore_command = 'cp ${this.archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      `recovery_target_action = 'promote'`,
    ];
    await appendFile(join(this.base, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await writeFile(join(this.base, 'recovery.signal'), '');
    // It must not write into the archive of the server that still runs.
    await this.postgres.whileServing(this.base, ['archive_mode=off'], async (url) => {
      const isRecovered = async () => (await queryAt<{ is: boolean }>(url, 'SELECT NOT pg_is_in_recovery() AS is'))[0]?.is === true;
      if (!(await waitUntil(isRecovered, DEADLINE_MS))) throw new Error('PostgreSQL was not recovered');
      await queryAt(url, 'ALTER SYSTEM RESET ALL');
    });
    await this.postgres.replaceBy(this.base);
  }

  /** Ends the current segment, and waits until it is in the archive. */
  private async archiveEverything(): Promise<void> {
    const [last] = await this.postgres.query<{ segment: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    const isArchived = async () => {
      const statement = 'SELECT last_archived_wal >= $1 AS is FROM pg_stat_archiver';
      return (await this.postgres.query<{ is: boolean | null }>(statement, [last?.segment]))[0]?.is === true;
    };
    if (!(await waitUntil(isArchived, DEADLINE_MS))) throw new Error('the WAL was not archived');
  }
}
