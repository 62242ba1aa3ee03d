import { type Inheritances, inheritedOf, isInitiallyInherited } from '@parley/contracts/channels';
import { type UserSettingValues, userSettings } from '@parley/contracts/settings';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { firstRow, rows, type SqlReader } from '../rows.js';

const stored = z.record(z.string(), z.unknown());

/** All personal settings of a user, also those stored with the account. Undefined if there is no such user. */
export async function userSettingsOf(reader: SqlReader, organizationId: number, userId: number): Promise<UserSettingValues | undefined> {
  const row = await firstRow(
    reader,
    z.object({ values: stored, timezone: z.string(), visibility: z.int() }),
    Prisma.sql`
    SELECT coalesce(s.values, '{}') AS values, u.timezone, u.email_address_visibility AS visibility
    FROM user_account u LEFT JOIN user_settings s ON s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`,
  );
  if (row === undefined) return undefined;
  return userSettings({ ...row.values, timezone: row.timezone, email_address_visibility: row.visibility });
}

/** The inherited values of the subscriptions of these users, for users whose values are not the initial ones. */
export async function inheritancesOf(reader: SqlReader, organizationId: number, userIds: readonly number[]): Promise<Inheritances> {
  if (userIds.length === 0) return [];
  const found = await rows(
    reader,
    z.object({ userId: z.int(), values: stored }),
    Prisma.sql`
    SELECT user_id AS "userId", values FROM user_settings
    WHERE organization_id = ${organizationId} AND user_id = ANY (${[...userIds]}::int[]) ORDER BY user_id`,
  );
  return found
    .map(({ userId, values }) => ({ userId, values: inheritedOf(userSettings(values)) }))
    .filter(({ values }) => !isInitiallyInherited(values));
}

/** Initial settings of new users of the organization: every setting, with its initial value if the organization has no default for it. */
export async function userDefaultsOf(reader: SqlReader, organizationId: number): Promise<UserSettingValues> {
  const row = await firstRow(
    reader,
    z.object({ values: stored }),
    Prisma.sql`SELECT values FROM organization_user_defaults WHERE organization_id = ${organizationId}`,
  );
  return userSettings(row?.values ?? {});
}
