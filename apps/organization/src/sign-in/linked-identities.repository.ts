import { dbRole, firstRow, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

const accountRow = z.object({
  userId: z.int(),
  role: dbRole,
  isActive: z.boolean(),
  deliveryEmail: z.string(),
});
/** The account of a person. */
export type IdentifiedAccount = Readonly<z.infer<typeof accountRow>>;

const COLUMNS = Prisma.sql`u.id AS "userId", u.role, u.is_active AS "isActive", u.delivery_email AS "deliveryEmail"`;

export interface IdentityName {
  readonly providerId: string;
  /** By which the provider knows the person. */
  readonly subject: string;
}

export function accountOfIdentity(
  reader: SqlReader,
  organizationId: number,
  { providerId, subject }: IdentityName,
): Promise<IdentifiedAccount | undefined> {
  return firstRow(
    reader,
    accountRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM linked_identity l JOIN user_account u ON u.organization_id = l.organization_id AND u.id = l.user_id
    WHERE l.organization_id = ${organizationId} AND l.provider_id = ${providerId}::uuid AND l.subject = ${subject}`,
  );
}

/** The person with this real address. Bots have none. */
export function personOfAddress(reader: SqlReader, organizationId: number, email: string): Promise<IdentifiedAccount | undefined> {
  return firstRow(
    reader,
    accountRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM user_account u
    WHERE u.organization_id = ${organizationId} AND lower(u.delivery_email) = lower(${email}) AND NOT u.is_bot AND NOT u.is_system_bot`,
  );
}

/** Returns false, and stores nothing, if the account has another identity of the provider. */
export async function linkIdentity(
  writer: SqlWriter,
  organizationId: number,
  { providerId, subject }: IdentityName,
  userId: number,
): Promise<boolean> {
  const linked = await writer.$executeRaw`
    INSERT INTO linked_identity (organization_id, provider_id, subject, user_id)
    VALUES (${organizationId}, ${providerId}::uuid, ${subject}, ${userId}) ON CONFLICT DO NOTHING`;
  return linked === 1;
}

/** Returns whether there was one. */
export async function unlinkIdentityOf(writer: SqlWriter, organizationId: number, providerId: string, userId: number): Promise<boolean> {
  const unlinked = await writer.$executeRaw`
    DELETE FROM linked_identity WHERE organization_id = ${organizationId} AND provider_id = ${providerId}::uuid AND user_id = ${userId}`;
  return unlinked > 0;
}

export async function unlinkIdentitiesOf(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM linked_identity WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}
