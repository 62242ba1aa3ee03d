import { type Database, mayChange, Prisma } from '@parley/persistence';

/** The result of a claim. */
export type Claim = 'ours' | 'sent' | 'with-another';

/** Old rows deleted for each sent mail. More than one, so that they do not accumulate. */
const DELETED_AT_ONCE = 10;

/** The table of sent mails. All times are the database's. */
export class SentMails {
  constructor(
    private readonly database: Database,
    private readonly claimSeconds: number,
  ) {}

  /** `organizationId`: null for a mail of the installation itself. After `ours`, no other process sends the mail. If the process dies, its claim expires after `claimSeconds`. */
  async claim(organizationId: number | null, key: string): Promise<Claim> {
    const claimed = await this.database.direct.$executeRaw`
      INSERT INTO sent_mail (key, organization_id, claimed_at) VALUES (${key}, ${organizationId ?? 0}, now())
      ON CONFLICT (key) DO UPDATE SET claimed_at = now()
      WHERE sent_mail.sent_at IS NULL AND sent_mail.claimed_at < now() - make_interval(secs => ${this.claimSeconds})`;
    if (claimed === 1) return 'ours';
    const found = await this.database.client.sentMail.findUnique({ where: { key }, select: { sentAt: true } });
    return found === null || found.sentAt === null ? 'with-another' : 'sent';
  }

  async noteSent(key: string): Promise<void> {
    await this.database.direct.$executeRaw`UPDATE sent_mail SET sent_at = now() WHERE key = ${key}`;
    await this.database.direct.$executeRaw`
      DELETE FROM sent_mail WHERE key IN (
        SELECT key FROM sent_mail s WHERE claimed_at < now() - interval '30 days' AND ${mayChange(Prisma.sql`s.organization_id`)} ORDER BY claimed_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  }

  /** Gives up the claim of a mail that was not sent, so that the next attempt can claim it. */
  async release(key: string): Promise<void> {
    await this.database.direct.$executeRaw`DELETE FROM sent_mail WHERE key = ${key} AND sent_at IS NULL`;
  }
}
