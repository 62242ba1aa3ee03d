import { Injectable } from '@nestjs/common';
import { firstRow, Prisma, type Reader, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const passwordReset = z.object({
  userId: z.int(),
  /** The address that the link was sent to. */
  email: z.string(),
});
export type PasswordReset = z.infer<typeof passwordReset>;

const endedRow = z.object({ nonce: z.string() });

const VALID_HOURS = 24;
const KEPT_DAYS = 7;

/** Password reset links. All times are those of the database. */
@Injectable()
export class PasswordResetsRepository {
  /** A nonce is stored once, so a repeated job does not reopen a used link. */
  async put(tx: Tx, organizationId: number, { nonce, userId, email }: PasswordReset & { readonly nonce: string }): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM password_reset WHERE organization_id = ${organizationId} AND expires_at < now() - make_interval(days => ${KEPT_DAYS})`;
    await tx.$executeRaw`
      INSERT INTO password_reset (nonce, organization_id, user_id, email, expires_at)
      VALUES (${nonce}::uuid, ${organizationId}, ${userId}, ${email}, now() + make_interval(hours => ${VALID_HOURS}))
      ON CONFLICT (nonce) DO NOTHING`;
  }

  /** The organization of a link, also of one that was ended or has expired. */
  findOrganization(reader: Reader, nonce: string): Promise<{ organizationId: number } | null> {
    return reader.passwordReset.findUnique({ where: { nonce }, select: { organizationId: true } });
  }

  /** Undefined: there is none, or it was ended or has expired. */
  findOpen(reader: Reader, organizationId: number, nonce: string): Promise<PasswordReset | undefined> {
    return firstRow(
      reader,
      passwordReset,
      Prisma.sql`
      SELECT user_id AS "userId", email FROM password_reset
      WHERE nonce = ${nonce}::uuid AND organization_id = ${organizationId} AND ended_at IS NULL AND expires_at > now()`,
    );
  }

  /** Ends all links of an account. Returns the nonces of those that were open. */
  async end(tx: Tx, organizationId: number, userId: number): Promise<readonly string[]> {
    const ended = await rows(
      tx,
      endedRow,
      Prisma.sql`
      UPDATE password_reset SET ended_at = now()
      WHERE organization_id = ${organizationId} AND user_id = ${userId} AND ended_at IS NULL AND expires_at > now()
      RETURNING nonce::text AS nonce`,
    );
    return ended.map(({ nonce }) => nonce);
  }
}
