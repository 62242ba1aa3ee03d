import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';

export interface EmailChange {
  readonly organizationId: number;
  readonly userId: number;
  /** The address at the time of the request. */
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly nonce: string;
}

const VALID_HOURS = 24;

/** All times are those of the database. */
@Injectable()
export class EmailChangesRepository {
  /** Replaces an earlier request of this user. */
  async put(tx: Tx, organizationId: number, userId: number, request: Pick<EmailChange, 'oldEmail' | 'newEmail' | 'nonce'>): Promise<void> {
    const { oldEmail, newEmail, nonce } = request;
    await tx.$executeRaw`
      INSERT INTO email_change (user_id, organization_id, old_email, new_email, nonce, requested_at)
      VALUES (${userId}, ${organizationId}, ${oldEmail}, ${newEmail}, ${nonce}::uuid, now())
      ON CONFLICT (user_id) DO UPDATE SET old_email = EXCLUDED.old_email, new_email = EXCLUDED.new_email, nonce = EXCLUDED.nonce, requested_at = now()
      WHERE email_change.organization_id = ${organizationId}`;
  }

  /** Undefined: there is none, or it expired. */
  async find(reader: Reader, organizationId: number, nonce: string): Promise<EmailChange | undefined> {
    const [found] = await reader.$queryRaw<EmailChange[]>`
      SELECT organization_id AS "organizationId", user_id AS "userId", old_email AS "oldEmail", new_email AS "newEmail", nonce::text AS nonce
      FROM email_change
      WHERE nonce = ${nonce}::uuid AND organization_id = ${organizationId} AND requested_at > now() - make_interval(hours => ${VALID_HOURS})`;
    return found;
  }

  async remove(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.emailChange.deleteMany({ where: { organizationId, userId } });
  }
}
