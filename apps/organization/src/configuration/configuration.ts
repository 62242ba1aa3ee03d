import { Injectable } from '@nestjs/common';
import { changedSettings, expectedSettingRefusal, groupsInSettings, groupsOfSettings, systemGroupIds } from '@parley/access';
import { apiErrors, enforce, type InputOf } from '@parley/contracts';
import type { GroupSettingUpdate } from '@parley/contracts/channels';
import {
  CHANNEL_SETTING_NAMES,
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  ORGANIZATION_SETTINGS,
  ORGANIZATION_TEXTS,
  organizationSettings,
  type updateOrganization,
} from '@parley/contracts/organization';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import { permissionValues } from '../register/permission-values.js';
import { wantedMethods } from './authentication-methods.js';
import { countActiveChannels, storeConfiguration } from './configuration.repository.js';

type Params = InputOf<typeof updateOrganization>;

/** What a request changes. */
export interface ConfigurationChange {
  /** Names of the changed properties. */
  readonly names: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  /** All settings, as they are stored afterwards. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The configuration of an organization: validates a request and stores it. */
@Injectable()
export class Configuration {
  /** @throws ApiError for each invalid value */
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
    await storeConfiguration(tx, organizationId, settings, texts);
  }
}

function changedTexts(organization: OrganizationRecord, params: Params): Record<string, string> {
  const given = { name: params.name?.trim(), description: params.description?.trim() };
  const names = ['name', 'description'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      if (value === undefined || value === organization[name]) return [];
      if (!ORGANIZATION_TEXTS[name].safeParse(value).success) throw apiErrors.blankText({ name });
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

/** The changed permissions, each with the id of its new group. */
async function changedPermissions(tx: Tx, organization: OrganizationRecord, params: Params): Promise<Record<string, number>> {
  const current = permissionValues(organization, await groupsInSettings(tx, organization.id));
  const updates = ORGANIZATION_PERMISSION_NAMES.flatMap((name) => {
    const update: GroupSettingUpdate | undefined = params[name];
    return update === undefined ? [] : [{ name, limits: ORGANIZATION_PERMISSIONS[name], update, current: current[name].value }];
  });
  if (updates.length === 0) return {};
  const nobody = (await systemGroupIds(tx, organization.id)).get('role:nobody') ?? 0;
  enforce(expectedSettingRefusal(updates, nobody));
  return Object.fromEntries(await groupsOfSettings(tx, organization.id, changedSettings(updates, nobody)));
}

/** Channels that receive notices must exist and must not be archived. Administrators see all channels. @throws invalidChannelId */
async function checkChannels(tx: Tx, organizationId: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  const ids = new Set(
    CHANNEL_SETTING_NAMES.flatMap((name) => (typeof values[name] === 'number' && values[name] !== -1 ? [values[name]] : [])),
  );
  if (ids.size === 0) return;
  if ((await countActiveChannels(tx, organizationId, [...ids])) < ids.size) throw apiErrors.invalidChannelId();
}
