import { Injectable } from '@nestjs/common';
import { firstRow, Prisma, type Reader, type Tx } from '@parley/persistence';
import { z } from 'zod';

const emailChange = z.object({
  organizationId: z.int(),
  userId: z.int(),
  /** The address at the time of the request. */
  oldEmail: z.string(),
  newEmail: z.string(),
  nonce: z.string(),
});
type EmailChange = z.infer<typeof emailChange>;

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

  /** The organization of a request, also of an expired one. */
  findOrganization(reader: Reader, nonce: string): Promise<{ organizationId: number } | null> {
    return reader.emailChange.findUnique({ where: { nonce }, select: { organizationId: true } });
  }

  /** Undefined: there is none, or it expired. */
  find(reader: Reader, organizationId: number, nonce: string): Promise<EmailChange | undefined> {
    return firstRow(
      reader,
      emailChange,
      Prisma.sql`
      SELECT organization_id AS "organizationId", user_id AS "userId", old_email AS "oldEmail", new_email AS "newEmail", nonce::text AS nonce
      FROM email_change
      WHERE nonce = ${nonce}::uuid AND organization_id = ${organizationId} AND requested_at > now() - make_interval(hours => ${VALID_HOURS})`,
    );
  }

  async remove(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.emailChange.deleteMany({ where: { organizationId, userId } });
  }
}
