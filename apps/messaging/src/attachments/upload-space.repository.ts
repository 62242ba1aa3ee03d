import type { Reader } from '@parley/persistence';

/** The bytes of all attachments of a user and their bots. */
export async function uploadSpaceOf(reader: Reader, organizationId: number, personId: number): Promise<number> {
  const [row] = await reader.$queryRaw<{ bytes: bigint }[]>`
    SELECT coalesce(sum(a.size), 0)::bigint AS bytes FROM attachment a
    WHERE a.organization_id = ${organizationId} AND a.owner_id IN (
      SELECT id FROM user_account WHERE organization_id = ${organizationId} AND (id = ${personId} OR bot_owner_id = ${personId}))`;
  return Number(row?.bytes ?? 0);
}
