import { mayChange, Prisma, type SqlWriter } from '@parley/persistence';

/** Maximum number of mails of one kind to an address within 24 hours, per organization. */
export interface MailLimit {
  readonly kind: string;
  readonly most: number;
}

export interface LimitedMail {
  /** Null for a mail of the installation itself. */
  readonly organizationId: number | null;
  readonly to: string;
  /** A repeated key takes no further mail, because a job may run twice. */
  readonly key: string;
}

/** Each new row deletes up to this many old ones. More than one, so that old rows do not accumulate. */
const DELETED_AT_ONCE = 10;

/**
 * Takes one of the mails that an address may get. Returns false if none is left. Each mail has a row, so that concurrent requests cannot take the
 * same one. All times are those of the database.
 */
export async function takeMail(writer: SqlWriter, { kind, most }: MailLimit, mail: LimitedMail): Promise<boolean> {
  const organizationId = mail.organizationId ?? 0;
  for (let place = 1; place <= most; place += 1) {
    const taken = await writer.$executeRaw`
      INSERT INTO mail_allowance AS held (organization_id, kind, address, place, key, taken_at)
      VALUES (${organizationId}, ${kind}, lower(${mail.to}), ${place}::smallint, ${mail.key}, now())
      ON CONFLICT (organization_id, kind, address, place) DO UPDATE SET key = EXCLUDED.key, taken_at = EXCLUDED.taken_at
      WHERE held.key = EXCLUDED.key OR held.taken_at < now() - interval '24 hours'`;
    if (taken === 1) {
      await deleteOld(writer);
      return true;
    }
  }
  return false;
}

/** After the insert, so that no transaction waits for another while it holds locks on deleted rows. */
async function deleteOld(writer: SqlWriter): Promise<void> {
  await writer.$executeRaw`
    DELETE FROM mail_allowance WHERE (organization_id, kind, address, place) IN (
      SELECT organization_id, kind, address, place FROM mail_allowance m WHERE taken_at < now() - interval '24 hours'
        AND ${mayChange(Prisma.sql`m.organization_id`)}
      ORDER BY taken_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
}
