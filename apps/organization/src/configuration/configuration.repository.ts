import { ROLES } from '@parley/contracts';
import { Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const channelRow = z.object({ id: z.int() });

/** The number of these channels that exist and are not archived. The ids can be larger than any id of a channel. */
export async function countActiveChannels(tx: Tx, organizationId: number, channelIds: readonly number[]): Promise<number> {
  const found = await rows(
    tx,
    channelRow,
    Prisma.sql`
    SELECT id FROM channel WHERE organization_id = ${organizationId} AND id = ANY (${[...channelIds]}::bigint[]) AND NOT is_archived`,
  );
  return found.length;
}

/** `settings`: all of them, as they are stored afterwards. */
export async function storeConfiguration(
  tx: Tx,
  organizationId: number,
  settings: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>> = {},
): Promise<void> {
  // The values passed a schema, so they are JSON.
  await tx.organization.update({ where: { id: organizationId }, data: { ...texts, settings: settings as Prisma.InputJsonObject } });
}

export async function activeGuestIds(tx: Tx, organizationId: number): Promise<number[]> {
  const guests = await tx.userAccount.findMany({ where: { organizationId, isActive: true, role: ROLES.guest }, select: { id: true } });
  return guests.map(({ id }) => id);
}
