import { Injectable } from '@nestjs/common';
import {
  apiErrors,
  CHANNEL_SETTING_NAMES,
  type GroupSettingUpdate,
  type InputOf,
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
  ORGANIZATION_TEXTS,
  organizationSettings,
  type updateOrganization,
} from '@parley/contracts';
import { groupsOfSettings, type OrganizationRecord, organizationById, type Prisma, systemGroupIds, type Tx } from '@parley/persistence';
import { changedSettings } from '@parley/policies';
import { permissionValues } from '../register/permission-values.js';
import { wantedMethods } from './authentication-methods.js';

type Params = InputOf<typeof updateOrganization>;

/** What is to be different. */
export interface ConfigurationChange {
  /** Properties that differ. */
  readonly names: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  /** All settings as they are stored from now on. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The configuration of an organization: what a request wants different, checked, and how it is stored. */
@Injectable()
export class Configuration {
  /** @throws the errors of reference/api-surface.md "Organization". */
  async changeOf(tx: Tx, organizationId: number, params: Params): Promise<ConfigurationChange> {
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    const texts = changedTexts(organization, params);
    const values = changedValues(organization, params);
    await checkChannels(tx, organizationId, values);
    const permissions = await changedPermissions(tx, organization, params);
    const methods = params.authentication_methods === undefined ? {} : wantedMethods(organization.settings, params.authentication_methods);
    const changes = { ...values, ...permissions, ...methods };
    return {
      names: new Set([...Object.keys(texts), ...Object.keys(changes)]),
      texts,
      settings: { ...organization.settings, ...changes },
    };
  }

  async write(tx: Tx, organizationId: number, { names, texts, settings }: ConfigurationChange): Promise<void> {
    if (names.size === 0) return;
    // What a schema let through is JSON.
    await tx.organization.update({ where: { id: organizationId }, data: { ...texts, settings: settings as Prisma.InputJsonObject } });
  }
}

function changedTexts(organization: OrganizationRecord, params: Params): Record<string, string> {
  const asked = { name: params.name?.trim(), description: params.description?.trim() };
  const names = ['name', 'description'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = asked[name];
      if (value === undefined || value === organization[name]) return [];
      if (!ORGANIZATION_TEXTS[name].safeParse(value).success) throw apiErrors.badRequest({ msg: `${name} cannot be blank` });
      return [[name, value]];
    }),
  );
}

function changedValues({ settings }: OrganizationRecord, params: Params): Record<string, unknown> {
  const current = organizationSettings(settings);
  return Object.fromEntries(
    ORGANIZATION_SETTING_NAMES.flatMap((name) => {
      const given = params[name];
      if (given === undefined) return [];
      const words: Readonly<Record<string, unknown>> = ORGANIZATION_SETTINGS[name].words;
      const value = typeof given === 'string' && Object.hasOwn(words, given) ? words[given] : given;
      return value === current[name] ? [] : [[name, value]];
    }),
  );
}

/** Permissions by the groups that have them from now on. */
async function changedPermissions(tx: Tx, organization: OrganizationRecord, params: Params): Promise<Record<string, number>> {
  const current = await permissionValues(tx, organization);
  const asked = ORGANIZATION_PERMISSION_NAMES.flatMap((name) => {
    const update: GroupSettingUpdate | undefined = params[name];
    return update === undefined ? [] : [{ name, limits: ORGANIZATION_PERMISSIONS[name], update, current: current[name].value }];
  });
  if (asked.length === 0) return {};
  const nobody = (await systemGroupIds(tx, organization.id)).get('role:nobody') ?? 0;
  return Object.fromEntries(await groupsOfSettings(tx, organization.id, changedSettings(asked, nobody)));
}

/** Channels that messages shall go to exist and are not archived. Administrators know of all. @throws invalidChannelId */
async function checkChannels(tx: Tx, organizationId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  const ids = new Set(
    CHANNEL_SETTING_NAMES.flatMap((name) => (typeof values[name] === 'number' && values[name] !== -1 ? [values[name]] : [])),
  );
  if (ids.size === 0) return;
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM channel WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::bigint[]) AND NOT is_archived`;
  if (found.length < ids.size) throw apiErrors.invalidChannelId();
}
