import { z } from 'zod';
import { endpoint } from '../contract.js';
import { type GroupSettingUpdate, groupSettingErrors, groupSettingUpdate, groupSettingValue } from '../group-setting-value.js';
import { json, Param } from '../wire/param.js';
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from './organization-permissions.js';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  ORGANIZATION_TEXTS,
  type OrganizationSetting,
  type OrganizationSettingDeclaration,
  type OrganizationText,
} from './organization-settings.js';
import type { PermissionSetting } from './permission-setting.js';

/** Names of the same settings in newer clients. */
const ALIASES: Readonly<Partial<Record<OrganizationSetting, string>>> = { giphy_rating: 'gif_rating_policy' };

function parameter(name: string, { schema, initial, words, ownersOnly }: OrganizationSettingDeclaration): Param<unknown> {
  const alternatives = Object.keys(words);
  const wireSchema = alternatives.length === 0 ? schema : z.union([z.enum(alternatives), schema]);
  const encoding = typeof initial === 'string' ? 'text' : alternatives.length === 0 ? 'json' : 'textOrJson';
  const param = new Param<unknown>(wireSchema, encoding).optional();
  const alias = Object.entries(ALIASES).find(([setting]) => setting === name)?.[1];
  const aliased = alias === undefined ? param : param.alias(alias);
  return forOwners(aliased, ownersOnly);
}

function forOwners<T>(param: Param<T>, isForOwners: boolean): Param<T> {
  return isForOwners ? param.describe('Requires an organization owner.') : param;
}

function mapped<K extends string, V, R>(declared: Readonly<Record<K, V>>, map: (name: K, value: V) => R): Readonly<Record<K, R>> {
  return Object.fromEntries(Object.entries<V>(declared).map(([name, value]) => [name, map(name as K, value)])) as Record<K, R>;
}

const settingParameters: Readonly<Record<OrganizationSetting, Param<unknown>>> = mapped(ORGANIZATION_SETTINGS, parameter);
const permissionParameters: Readonly<Record<OrganizationPermission, Param<GroupSettingUpdate | undefined>>> = mapped(
  ORGANIZATION_PERMISSIONS,
  (_, { ownersOnly }: PermissionSetting) => forOwners(json<GroupSettingUpdate>(groupSettingUpdate).optional(), ownersOnly),
);
const textParameters: Readonly<Record<OrganizationText, Param<string | undefined>>> = mapped(ORGANIZATION_TEXTS, (_, schema) =>
  new Param<string>(schema, 'text').optional(),
);

/**
 * Changes settings that registration reports as `realm_<name>`, under the same names. For administrators, some for owners only. All or nothing.
 * Unchanged values cause no events. Returns the new values of changed settings.
 */
export const updateOrganization = endpoint({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/realm',
  service: 'organization',
  scope: 'manage_organization',
  summary: 'Update the organization',
  // A change of which users guests may see ends all their queues.
  timeoutMs: 30_000,
  params: {
    ...textParameters,
    ...settingParameters,
    authentication_methods: json(z.record(z.string(), z.boolean()))
      .optional()
      .describe(
        'Login methods to enable or disable, keyed by name. Methods that are not named do not change. Without `Email`, no person can sign in with a password, so it can be disabled only by an owner who has signed in through an enabled identity provider. Requires an organization owner.',
      )
      .example(mapped(AUTHENTICATION_METHODS, (_, { initial }) => initial)),
    ...permissionParameters,
  },
  response: {
    ...mapped(ORGANIZATION_TEXTS, () => z.string().optional()),
    ...mapped(ORGANIZATION_SETTINGS, (_, { schema }: OrganizationSettingDeclaration) => schema.optional()),
    authentication_methods: z.record(z.string(), z.looseObject({ enabled: z.boolean() })).optional(),
    ...mapped(ORGANIZATION_PERMISSIONS, () => groupSettingValue.optional()),
  },
  errors: [
    'administratorsOnly',
    'ownersOnly',
    'tokenNotAllowed',
    'proofRequired',
    'invalidChannelId',
    'blankText',
    'invalidAuthenticationMethod',
    'noAuthenticationMethod',
    'wouldLockOut',
    'expectationMismatch',
    ...groupSettingErrors,
  ],
  safeToRetry: true,
  example: { name: 'Demo' },
});
