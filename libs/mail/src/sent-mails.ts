import type { Database } from '@parley/persistence';

/** What a claim found. */
export type Claim = 'ours' | 'sent' | 'with-another';

/** So many old rows go with each new one: more than come. */
const FORGOTTEN_AT_ONCE = 10;

/** The record of what was sent. Every time is the database's. */
export class SentMails {
  constructor(
    private readonly database: Database,
    private readonly claimSeconds: number,
  ) {}

  /** Ours: nobody else sends it meanwhile. A claim that nobody settled, since its process died, is free again after a while. */
  async claim(organizationId: number | null, key: string): Promise<Claim> {
    const claimed = await this.database.client.$executeRaw`
      INSERT INTO sent_mail (key, organization_id, claimed_at) VALUES (${key}, ${organizationId}, now())
      ON CONFLICT (key) DO UPDATE SET claimed_at = now()
      WHERE sent_mail.sent_at IS NULL AND sent_mail.claimed_at < now() - make_interval(secs => ${this.claimSeconds})`;
    if (claimed === 1) return 'ours';
    const found = await this.database.client.sentMail.findUnique({ where: { key }, select: { sentAt: true } });
    return found === null || found.sentAt === null ? 'with-another' : 'sent';
  }

  async noteSent(key: string): Promise<void> {
    await this.database.client.$executeRaw`UPDATE sent_mail SET sent_at = now() WHERE key = ${key}`;
    await this.database.client.$executeRaw`
      DELETE FROM sent_mail WHERE key IN (
        SELECT key FROM sent_mail WHERE claimed_at < now() - interval '30 days' ORDER BY claimed_at LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  }

  /** It did not go out: whoever tries again finds it free. */
  async release(key: string): Promise<void> {
    await this.database.client.$executeRaw`DELETE FROM sent_mail WHERE key = ${key} AND sent_at IS NULL`;
  }
}
