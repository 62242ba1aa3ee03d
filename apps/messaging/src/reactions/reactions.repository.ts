import { limitedOrganization, strangersTo } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { MessageWatchers, ReactingUser, Strangers } from '@parley/contracts/messaging';
import { Prisma, type Tx } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';

/** The user who reacts as events show them, and the readers who may not see them. */
export interface ShownReaction {
  readonly user: ReactingUser;
  readonly strangers?: Strangers;
}

interface Row {
  readonly email: string;
  readonly fullName: string;
  readonly stringId: string;
  readonly isLimited: boolean;
}

/** One statement if guests see everyone, otherwise two. Must be called under the counter of the organization. */
export async function readShownReaction(
  tx: Tx,
  caller: Caller,
  audiences: readonly MessageWatchers[],
  addresses: OrganizationAddresses,
): Promise<ShownReaction> {
  const { organizationId, userId } = caller;
  const [row] = await tx.$queryRaw<Row[]>(Prisma.sql`
    SELECT u.api_email AS email, u.full_name AS "fullName", o.string_id AS "stringId",
      EXISTS (${limitedOrganization(organizationId)}) AS "isLimited"
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`);
  if (row === undefined) throw new Error(`user ${userId} does not exist`);
  const user = { email: row.email, full_name: row.fullName, user_id: userId };
  if (!row.isLimited) return { user };
  const channelId = audiences.find((part) => part.channelId !== null)?.channelId ?? null;
  const readers = { channelId, userIds: audiences.flatMap(({ userIds }) => userIds) };
  const people = await strangersTo(tx, organizationId, readers, [userId]);
  return people.length === 0 ? { user } : { user, strangers: { host: addresses.mailDomain(row.stringId), people } };
}
