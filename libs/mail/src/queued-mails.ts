import { type Database, Prisma, rows, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

const storedMail = z.object({ job: z.string(), key: z.string(), payload: z.unknown() });
export type QueuedMail = Readonly<z.output<typeof storedMail>>;

const BATCH_SIZE = 500;
/** Equal to the retention of dead jobs. */
const KEEP_DAYS = 30;

/** Seconds after which a mail that was not sent is enqueued again. */
export interface SweepDelays {
  /** Since its row was written. The process that wrote it may have died before it enqueued the job. */
  readonly first: number;
  /** Since a sweep enqueued it last. */
  readonly next: number;
}

/** The table of mails to be sent. All times are the database's. */
export class QueuedMails {
  constructor(private readonly database: Database) {}

  /** `tx`: the transaction of the change that causes the mails. */
  async add(mails: readonly QueuedMail[], tx: SqlWriter = this.database.direct): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO queued_mail (job, key, payload)
      SELECT job, key, payload::jsonb FROM unnest(${mails.map(({ job }) => job)}::text[], ${mails.map(({ key }) => key)}::text[],
        ${mails.map(({ payload }) => JSON.stringify(payload))}::text[]) AS mails (job, key, payload)
      ON CONFLICT DO NOTHING`;
  }

  async remove(job: string, key: string): Promise<void> {
    await this.database.direct.$executeRaw`DELETE FROM queued_mail WHERE job = ${job} AND key = ${key}`;
  }

  /** Mails of these jobs whose delay is over, the oldest first. Each call takes the next ones. */
  take(jobs: readonly string[], { first, next }: SweepDelays): Promise<QueuedMail[]> {
    // Both times of a row are equal until a sweep has taken it.
    return rows(
      this.database.direct,
      storedMail,
      Prisma.sql`
      UPDATE queued_mail SET enqueued_at = clock_timestamp() WHERE (job, key) IN (
        SELECT job, key FROM queued_mail WHERE job = ANY (${[...jobs]}::text[])
          AND enqueued_at <= now() - make_interval(secs => CASE WHEN enqueued_at = queued_at THEN ${first}::int ELSE ${next}::int END)
        ORDER BY enqueued_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
      RETURNING job, key, payload`,
    );
  }

  /** Gives up mails that could not be sent for a month. */
  async removeOld(jobs: readonly string[]): Promise<void> {
    await this.database.direct.$executeRaw`
      DELETE FROM queued_mail WHERE job = ANY (${[...jobs]}::text[]) AND queued_at < now() - make_interval(days => ${KEEP_DAYS}::int)`;
  }
}

/** Deletes the waiting mails of an organization that is being purged: their payload names it by its id or its string id. */
export function deleteMailsOf(writer: SqlWriter, organizationId: number): PromiseLike<number> {
  return writer.$executeRaw`
    DELETE FROM queued_mail q USING organization o
    WHERE o.id = ${organizationId} AND (q.payload ->> 'organizationId' = o.id::text OR q.payload ->> 'stringId' = o.string_id)`;
}
