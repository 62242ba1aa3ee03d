import { Injectable } from '@nestjs/common';
import { countPeople, groupsOfUser, profilesOf, type UserRecord, userById, usersKnownToSpectators, usersOf } from '@parley/access';
import { buildBotObject } from '@parley/client-events';
import { type Caller, isAdministrator, ROLES } from '@parley/contracts';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { presenceTimings } from '@parley/contracts/settings';
import { botsOf, Database, organizationById, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { userVisibility } from '../accounts/user-visibility.js';
import { toBotDefaults } from '../bots/bot-defaults.js';
import { userGroups } from '../groups/user-group-objects.js';
import { CONFIGURATION_GROUPS } from './configuration-fields.js';
import { configuredFields, publicConfiguration } from './configured-fields.js';
import { type OwnPermissions, ownFields } from './own-fields.js';
import { type PermissionValues, permissionValues } from './permission-values.js';
import { realmFields } from './realm-fields.js';
import { SerializedUserCache } from './serialized-user-cache.js';
import { ServerGeneration } from './server-generation.js';
import { spectatedGroups, spectatedUserFields } from './spectated-people.js';
import { listFormOf, serializeLists, type UserLists } from './user-lists.js';

type Fields = Record<string, unknown>;

/**
 * This service's part of a registration: settings, users, groups and organization-wide configuration, read in one snapshot. Values may
 * be RawJson.
 */
@Injectable()
export class RegisterOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly serializedUsers: SerializedUserCache,
    private readonly generation: ServerGeneration,
  ) {}

  async execute(caller: Caller, snapshotId: string, options: RegisterOptions): Promise<Fields> {
    return this.database.readSnapshot(snapshotId, (tx) => this.read(tx, caller, options));
  }

  /** For visitors who are not logged in: no profiles, no bots, no members of groups, and only users whose messages they can read. */
  async forSpectator(organizationId: number, snapshotId: string, options: RegisterOptions): Promise<Fields> {
    return this.database.readSnapshot(snapshotId, async (tx) => ({
      ...configuration(options),
      ...(wantsFetched(options, 'realm') && (await this.realm(tx, organizationId)).fields),
      ...(wantsFetched(options, 'realm_user') && (await this.spectatedPeople(tx, organizationId))),
      ...(wantsFetched(options, 'realm_user_groups') && { realm_user_groups: await spectatedGroups(tx, organizationId) }),
      ...(await publicConfiguration(tx, organizationId, options)),
      ...(wantsFetched(options, 'realm_bot') && { realm_bots: [] }),
    }));
  }

  private async spectatedPeople(tx: Tx, organizationId: number): Promise<Fields> {
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    return spectatedUserFields(await usersKnownToSpectators(tx, organizationId), this.addresses.mailDomain(organization.stringId));
  }

  private async read(tx: Tx, caller: Caller, options: RegisterOptions): Promise<Fields> {
    const { organizationId } = caller;
    const wants = (...groups: readonly string[]) => wantsFetched(options, ...groups);
    const fields: Fields = configuration(options);
    if (wants('realm', 'realm_user')) {
      const { permissions, fields: ofRealm } = await this.realm(tx, organizationId);
      if (wants('realm')) Object.assign(fields, ofRealm);
      if (wants('realm_user')) Object.assign(fields, await this.people(tx, caller, options, permissions));
    }
    if (wants('realm_user_groups')) {
      fields.realm_user_groups = await userGroups(tx, organizationId, options.capabilities.include_deactivated_groups === true);
    }
    Object.assign(fields, await configuredFields(tx, organizationId, options));
    if (wants('realm_bot')) fields.realm_bots = await ownBots(tx, caller);
    return fields;
  }

  private async realm(tx: Tx, organizationId: number): Promise<{ permissions: PermissionValues; fields: Fields }> {
    const organization = await organizationById(tx, organizationId);
    if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
    const permissions = await permissionValues(tx, organization);
    const timings = await presenceTimingFields(tx, organizationId);
    const server_generation = await this.generation.read(tx);
    return { permissions, fields: { ...realmFields(organization, permissions, this.addresses), ...timings, server_generation } };
  }

  private async people(tx: Tx, caller: Caller, options: RegisterOptions, permissions: PermissionValues): Promise<Fields> {
    const me = await userById(tx, caller.organizationId, caller.userId);
    if (me === undefined) throw new Error(`user ${caller.userId} does not exist`);
    const lists = await this.lists(tx, caller, options, me);
    return { ...lists, ...ownFields(me, await mayOf(tx, caller, permissions)) };
  }

  private async lists(tx: Tx, caller: Caller, options: RegisterOptions, me: UserRecord): Promise<UserLists> {
    const form = listFormOf(options);
    const visibility = await userVisibility(tx, caller, this.addresses);
    if (visibility.seesEveryone) return this.serializedUsers.read(tx, { ...caller, ...form }, me);
    const profiles = await profilesOf(tx, caller.organizationId);
    const isListed = (user: UserRecord) =>
      user.isSystemBot || visibility.maySee(user.id) || options.capabilities.user_list_incomplete !== true;
    const users = (await usersOf(tx, caller.organizationId)).filter(isListed);
    return serializeLists(users, form, (user) => visibility.show(user, { clientGravatar: form.clientGravatar, profiles }));
  }
}

async function presenceTimingFields(tx: Tx, organizationId: number): Promise<Fields> {
  const timings = presenceTimings(await countPeople(tx, organizationId));
  return {
    server_presence_ping_interval_seconds: timings.pingIntervalSeconds,
    server_presence_offline_threshold_seconds: timings.offlineThresholdSeconds,
  };
}

function configuration(options: RegisterOptions): Fields {
  const wanted = Object.entries(CONFIGURATION_GROUPS).filter(([group]) => wantsFetched(options, group));
  return Object.assign({}, ...wanted.map(([, fieldsOf]) => fieldsOf()));
}

/** Guests have none of these, even if their groups do. */
async function mayOf(tx: Tx, caller: Caller, permissions: PermissionValues): Promise<OwnPermissions> {
  const groupIds = Object.values(permissions).map(({ groupId }) => groupId);
  const own = await groupsOfUser(tx, caller.organizationId, caller.userId, groupIds);
  const may = (name: keyof PermissionValues) => caller.role !== ROLES.guest && own.has(permissions[name].groupId);
  return {
    createPublicChannels: may('can_create_public_channel_group'),
    createPrivateChannels: may('can_create_private_channel_group'),
    createWebPublicChannels: may('can_create_web_public_channel_group'),
    subscribeOthers: may('can_add_subscribers_group'),
    inviteOthers: may('can_invite_users_group'),
  };
}

/** The caller's own bots. Administrators receive all bots. */
async function ownBots(tx: Tx, { organizationId, userId, role }: Caller) {
  const bots = await botsOf(tx, organizationId, isAdministrator(role) ? {} : { ownerId: userId });
  return bots.map((bot) => buildBotObject(bot.id, toBotDefaults(bot)));
}
