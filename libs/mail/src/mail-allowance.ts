import type { Reader } from '@parley/persistence';

/** How many mails of one kind an address gets within 24 hours, in each organization. */
export interface MailLimit {
  readonly kind: string;
  readonly most: number;
}

export interface LimitedMail {
  /** Null: of the installation itself. */
  readonly organizationId: number | null;
  readonly to: string;
  /** The same key again takes nothing more: a job may run twice. */
  readonly key: string;
}

/** So many old rows go with each new one: more than come. */
const FORGOTTEN_AT_ONCE = 10;

/**
 * Takes one of the mails that an address may get. False: none is left. Each has a row, so that requests at the same moment cannot take the same one.
 * Every time is the database's.
 */
export async function takeMail(reader: Reader, { kind, most }: MailLimit, mail: LimitedMail): Promise<boolean> {
  const organizationId = mail.organizationId ?? 0;
  for (let place = 1; place <= most; place += 1) {
    const taken = await reader.$executeRaw`
      INSERT INTO mail_allowance AS held (organization_id, kind, address, place, key, taken_at)
      VALUES (${organizationId}, ${kind}, lower(${mail.to}), ${place}::smallint, ${mail.key}, now())
      ON CONFLICT (organization_id, kind, address, place) DO UPDATE SET key = EXCLUDED.key, taken_at = EXCLUDED.taken_at
      WHERE held.key = EXCLUDED.key OR held.taken_at < now() - interval '24 hours'`;
    if (taken === 1) {
      await forgetOld(reader);
      return true;
    }
  }
  return false;
}

/** Behind the taking: a change that holds what it deleted waits for no other. */
async function forgetOld(reader: Reader): Promise<void> {
  await reader.$executeRaw`
    DELETE FROM mail_allowance WHERE (organization_id, kind, address, place) IN (
      SELECT organization_id, kind, address, place FROM mail_allowance WHERE taken_at < now() - interval '24 hours'
      ORDER BY taken_at LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
}
