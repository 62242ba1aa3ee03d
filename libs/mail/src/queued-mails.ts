import { type Database, Prisma, rows } from '@parley/persistence';
import { z } from 'zod';

const queuedMail = z.object({ key: z.string(), payload: z.unknown() });
export type QueuedMail = Readonly<z.output<typeof queuedMail>>;

const BATCH_SIZE = 500;
/** Equal to the retention of dead jobs. */
const KEEP_DAYS = 30;

/** The table of mails to be sent. All times are the database's. */
export class QueuedMails {
  constructor(private readonly database: Database) {}

  async add(job: string, { key, payload }: QueuedMail): Promise<void> {
    await this.database.client.$executeRaw`
      INSERT INTO queued_mail (job, key, payload) VALUES (${job}, ${key}, ${JSON.stringify(payload)}::jsonb) ON CONFLICT DO NOTHING`;
  }

  async remove(job: string, key: string): Promise<void> {
    await this.database.client.$executeRaw`DELETE FROM queued_mail WHERE job = ${job} AND key = ${key}`;
  }

  /** Mails that were enqueued at least this long ago, oldest first. Each call takes the next ones. */
  async take(job: string, olderThanSeconds: number): Promise<QueuedMail[]> {
    await this.database.client.$executeRaw`
      DELETE FROM queued_mail WHERE job = ${job} AND queued_at < now() - make_interval(days => ${KEEP_DAYS}::int)`;
    return rows(
      this.database.client,
      queuedMail,
      Prisma.sql`
      UPDATE queued_mail SET enqueued_at = now() WHERE job = ${job} AND key IN (
        SELECT key FROM queued_mail WHERE job = ${job} AND enqueued_at <= now() - make_interval(secs => ${olderThanSeconds}::int)
        ORDER BY enqueued_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
      RETURNING key, payload`,
    );
  }
}
