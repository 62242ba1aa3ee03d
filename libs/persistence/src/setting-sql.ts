import { ORGANIZATION_SETTINGS, type OrganizationSettingValues } from '@parley/contracts/organization';
import { USER_SETTINGS, type UserSettingValues } from '@parley/contracts/settings';
import { Prisma } from './generated/client.js';

/**
 * A constant of the declarations, for example a role or a flag, as a literal. Not a parameter, which could change the plan of a statement and
 * the number of its parameters. Never for a value from outside.
 */
export function constant(value: number | boolean): Prisma.Sql {
  return Prisma.raw(String(value));
}

/** Of settings that are never null. JSON null cannot be told from an absent value with `->>`. */
type NameOf<Values> = { readonly [K in keyof Values]: null extends Values[K] ? never : K }[keyof Values] & string;
export type OrganizationSettingInSql = NameOf<OrganizationSettingValues>;
export type UserSettingInSql = NameOf<UserSettingValues>;

/** The value of a setting of the organization as an SQL expression. Where none is stored, it is the declared initial value. */
export function organizationSettingSql(name: OrganizationSettingInSql, settings: Prisma.Sql): Prisma.Sql {
  return storedOr(ORGANIZATION_SETTINGS[name].initial, name, settings);
}

/** The value of a personal setting as an SQL expression. `values`: of the row of user_settings, null if there is none. */
export function userSettingSql(name: UserSettingInSql, values: Prisma.Sql): Prisma.Sql {
  return storedOr(USER_SETTINGS[name].initial, name, values);
}

function storedOr(initial: boolean | number | string, name: string, stored: Prisma.Sql): Prisma.Sql {
  const key = Prisma.raw(quoted(name));
  if (typeof initial === 'string') return Prisma.sql`coalesce(${stored} ->> ${key}, ${Prisma.raw(quoted(initial))})`;
  const type = Prisma.raw(typeof initial === 'boolean' ? 'boolean' : 'int');
  return Prisma.sql`coalesce((${stored} ->> ${key})::${type}, ${constant(initial)})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
