import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';

export interface EmailChange {
  readonly organizationId: number;
  readonly userId: number;
  /** The address as it was when the person asked. */
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly nonce: string;
}

const VALID_HOURS = 24;

/** Every time is the database's. */
@Injectable()
export class EmailChangesRepository {
  /** The one of this person: an older one is void. */
  async put(tx: Tx, organizationId: number, userId: number, wanted: Pick<EmailChange, 'oldEmail' | 'newEmail' | 'nonce'>): Promise<void> {
    const { oldEmail, newEmail, nonce } = wanted;
    await tx.$executeRaw`
      INSERT INTO email_change (user_id, organization_id, old_email, new_email, nonce, requested_at)
      VALUES (${userId}, ${organizationId}, ${oldEmail}, ${newEmail}, ${nonce}::uuid, now())
      ON CONFLICT (user_id) DO UPDATE SET old_email = EXCLUDED.old_email, new_email = EXCLUDED.new_email, nonce = EXCLUDED.nonce, requested_at = now()
      WHERE email_change.organization_id = ${organizationId}`;
  }

  /** Undefined: there is none, or it expired. */
  async find(reader: Reader, organizationId: number, nonce: string): Promise<EmailChange | undefined> {
    const [asked] = await reader.$queryRaw<EmailChange[]>`
      SELECT organization_id AS "organizationId", user_id AS "userId", old_email AS "oldEmail", new_email AS "newEmail", nonce::text AS nonce
      FROM email_change
      WHERE nonce = ${nonce}::uuid AND organization_id = ${organizationId} AND requested_at > now() - make_interval(hours => ${VALID_HOURS})`;
    return asked;
  }

  async remove(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.emailChange.deleteMany({ where: { organizationId, userId } });
  }
}
