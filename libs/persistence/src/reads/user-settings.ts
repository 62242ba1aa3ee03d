import { type UserSettingValues, userSettings } from '@parley/contracts';
import { z } from 'zod';
import type { Reader } from '../database.js';

const overrides = z.record(z.string(), z.unknown());

/** All personal settings of one person or bot: what was chosen, else what was stored with the account, else the registry's initial value. */
export async function userSettingsOf(reader: Reader, organizationId: number, userId: number): Promise<UserSettingValues> {
  const [row] = await reader.$queryRaw<{ chosen: unknown; timezone: string; email_address_visibility: number }[]>`
    SELECT coalesce(s.values, '{}') AS chosen, u.timezone, u.email_address_visibility
    FROM user_account u LEFT JOIN user_settings s ON s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`;
  if (row === undefined) throw new Error(`organization ${organizationId} has no user ${userId}`);
  const { chosen, ...account } = row;
  return userSettings({ ...overrides.parse(chosen), ...account });
}

/** What new users of the organization start with. Those that only a person can choose (`scope: 'personal'`) have their initial value. */
export async function userSettingDefaultsOf(reader: Reader, organizationId: number): Promise<UserSettingValues> {
  const [row] = await reader.$queryRaw<{ chosen: unknown }[]>`
    SELECT values AS chosen FROM organization_user_defaults WHERE organization_id = ${organizationId}`;
  return userSettings(row === undefined ? {} : overrides.parse(row.chosen));
}
