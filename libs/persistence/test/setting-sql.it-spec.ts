import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
  type OrganizationSetting,
  organizationSettings,
} from '@parley/contracts/organization';
import { USER_SETTING_NAMES, USER_SETTINGS, userSettings } from '@parley/contracts/settings';
import { otherOrganizationValue, otherSettingValue, type TestDatabase, testDatabase } from '@parley/testing';
import { z } from 'zod';
import { Prisma } from '../src/generated/client.js';
import { onlyRow } from '../src/rows.js';
import { type OrganizationSettingInSql, organizationSettingSql, userSettingSql } from '../src/setting-sql.js';

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

/** The value that PostgreSQL reads from stored settings. */
async function inSql(stored: Readonly<Record<string, unknown>> | null, expression: (settings: Prisma.Sql) => Prisma.Sql): Promise<unknown> {
  const settings = Prisma.sql`(${stored === null ? null : JSON.stringify(stored)}::jsonb)`;
  const { value } = await onlyRow(
    postgres.database.client,
    z.object({ value: z.unknown() }),
    Prisma.sql`SELECT ${expression(settings)} AS value`,
  );
  return value;
}

describe('a setting of the organization in SQL', () => {
  const canBeRead = (name: OrganizationSetting): name is OrganizationSettingInSql =>
    !ORGANIZATION_SETTINGS[name].schema.safeParse(null).success;

  it.each(ORGANIZATION_SETTING_NAMES.filter(canBeRead))('%s has the value that organizationSettings returns', async (name) => {
    const other = ORGANIZATION_SETTINGS[name].schema.safeParse(-1).success ? -1 : otherOrganizationValue(name);
    for (const stored of [{}, { [name]: other }]) {
      expect(await inSql(stored, (settings) => organizationSettingSql(name, settings))).toEqual(organizationSettings(stored)[name]);
    }
  });
});

describe('a personal setting in SQL', () => {
  it.each(USER_SETTING_NAMES)('%s has the value that userSettings returns', async (name) => {
    for (const stored of [{}, { [name]: otherSettingValue(name) }]) {
      expect(await inSql(stored, (values) => userSettingSql(name, values))).toEqual(userSettings(stored)[name]);
    }
    expect(await inSql(null, (values) => userSettingSql(name, values))).toEqual(USER_SETTINGS[name].initial);
  });
});
