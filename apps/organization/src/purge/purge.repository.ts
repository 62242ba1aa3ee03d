import type { AvatarOwner } from '@parley/access';
import { firstRow, Prisma, type Reader, type RealmEmojiRecord, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

const stateRow = z.object({ deactivatedForSeconds: z.number().nullable(), isBeingPurged: z.boolean() });

/** Undefined if there is no such organization. Locked, so that it is not reactivated meanwhile. */
export function lockedState(tx: Tx, organizationId: number): Promise<z.output<typeof stateRow> | undefined> {
  return firstRow(
    tx,
    stateRow,
    Prisma.sql`
    SELECT extract(epoch FROM now() - deactivated_at)::float8 AS "deactivatedForSeconds", purge_started_at IS NOT NULL AS "isBeingPurged"
    FROM organization WHERE id = ${organizationId} FOR UPDATE`,
  );
}

export async function markPurge(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`UPDATE organization SET purge_started_at = now() WHERE id = ${organizationId}`;
}

/** Some of the custom emoji of the organization. */
export function someEmoji(reader: Reader, organizationId: number, most: number): Promise<RealmEmojiRecord[]> {
  return reader.realmEmoji.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, take: most });
}

export function deleteEmoji(writer: SqlWriter, organizationId: number, ids: readonly number[]): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM realm_emoji WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::int[])`;
}

/** Some of the accounts of the organization: bots first, because they refer to their owners. */
export function someAccounts(reader: Reader, organizationId: number, most: number): Promise<AvatarOwner[]> {
  return reader.userAccount.findMany({
    where: { organizationId },
    select: { id: true, organizationId: true, deliveryEmail: true, emailAddressVisibility: true, avatarSource: true, avatarVersion: true },
    orderBy: [{ botOwnerId: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
    take: most,
  });
}

export function deleteAccounts(writer: SqlWriter, organizationId: number, ids: readonly number[]): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM user_account WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::int[])`;
}

/** The entry of the audit log that says so holds its names and dates: its description and settings are emptied before. */
export async function deleteOrganization(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`UPDATE organization SET description = '', settings = '{}' WHERE id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM organization_counter WHERE organization_id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM organization WHERE id = ${organizationId}`;
  await tx.$executeRaw`DELETE FROM audit_log WHERE organization_id = ${organizationId} AND kind <> 'organization.removed'`;
}
