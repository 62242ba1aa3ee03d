import { type Inheritances, inheritedOf, isInitiallyInherited } from '@parley/contracts/channels';
import { type UserSettingValues, userSettings } from '@parley/contracts/settings';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { PREPARED } from '../prepared-statements.js';
import { firstRow, onlyRow, rows, type SqlReader } from '../rows.js';
import { select } from '../selects.js';

const stored = z.record(z.string(), z.unknown());

const userRow = z
  .object({ values: stored, timezone: z.string(), visibility: z.int() })
  .transform(({ values, timezone, visibility }) => userSettings({ ...values, timezone, email_address_visibility: visibility }));

/** All personal settings of a user, also those stored with the account: one row, or none if there is no such user. */
export function selectUserSettings(organizationId: number, userId: number) {
  return select(
    userRow,
    Prisma.sql`
      SELECT coalesce(s.values, '{}') AS values, u.timezone, u.email_address_visibility AS visibility
      FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
      WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`,
  );
}

/** Undefined if there is no such user. */
export async function userSettingsOf(reader: SqlReader, organizationId: number, userId: number): Promise<UserSettingValues | undefined> {
  const { row, statement } = selectUserSettings(organizationId, userId);
  return firstRow(reader, row, Prisma.sql`${PREPARED} ${statement}`);
}

const inheritancesOfRow = z.object({ userId: z.int(), values: stored });

/** The inherited values of the subscriptions of these users, for users whose values are not the initial ones. */
export async function inheritancesOf(reader: SqlReader, organizationId: number, userIds: readonly number[]): Promise<Inheritances> {
  if (userIds.length === 0) return [];
  const found = await rows(
    reader,
    inheritancesOfRow,
    Prisma.sql`
    SELECT user_id AS "userId", values FROM user_settings
    WHERE organization_id = ${organizationId} AND user_id = ANY (${[...userIds]}::int[]) ORDER BY user_id`,
  );
  return found
    .map(({ userId, values }) => ({ userId, values: inheritedOf(userSettings(values)) }))
    .filter(({ values }) => !isInitiallyInherited(values));
}

const defaultsRow = z.object({ values: stored }).transform(({ values }) => userSettings(values));

/** Initial settings of new users of the organization, always one row: every setting, with its initial value if the organization has no default. */
export function selectUserDefaults(organizationId: number) {
  return select(
    defaultsRow,
    Prisma.sql`
      SELECT coalesce((SELECT d.values FROM organization_user_defaults d WHERE d.organization_id = ${organizationId}), '{}') AS values`,
  );
}

export function userDefaultsOf(reader: SqlReader, organizationId: number): Promise<UserSettingValues> {
  const { row, statement } = selectUserDefaults(organizationId);
  return onlyRow(reader, row, statement);
}
