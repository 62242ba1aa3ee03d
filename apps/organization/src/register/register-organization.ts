import { Injectable } from '@nestjs/common';
import { profilesOf, type UserRecord, usersKnownToSpectators, usersOf } from '@parley/access';
import { buildBotObject } from '@parley/client-events';
import { type Caller, ROLES } from '@parley/contracts';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { presenceTimings } from '@parley/contracts/settings';
import { Database, type OrganizationRecord, type SqlReader } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { userVisibility } from '../accounts/user-visibility.js';
import { toBotDefaults } from '../bots/bot-defaults.js';
import { toUserGroupObjects } from '../groups/user-group-objects.js';
import { CONFIGURATION_GROUPS } from './configuration-fields.js';
import { configuredFields, publicConfiguration } from './configured-fields.js';
import { type OwnPermissions, ownFields } from './own-fields.js';
import { type PermissionValues, permissionValues } from './permission-values.js';
import { realmFields } from './realm-fields.js';
import { type RegistrationRows, readRegistrationRows } from './registration-rows.repository.js';
import { SerializedUserCache } from './serialized-user-cache.js';
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
  ) {}

  async execute(caller: Caller, snapshotId: string, options: RegisterOptions): Promise<Fields> {
    return this.database.inSnapshot(snapshotId, (reader) => this.read(reader, caller, options));
  }

  /** For visitors who are not logged in: no profiles, no bots, no members of groups, and only users whose messages they can read. */
  async forSpectator(organizationId: number, snapshotId: string, options: RegisterOptions): Promise<Fields> {
    return this.database.inSnapshot(snapshotId, async (reader) => {
      const rows = await readRegistrationRows(reader, { organizationId, options });
      return {
        ...configuration(options),
        ...(wantsFetched(options, 'realm') && this.realm(rows)),
        ...(wantsFetched(options, 'realm_user') && (await this.spectatedPeople(reader, organizationOf(rows)))),
        ...(wantsFetched(options, 'realm_user_groups') && { realm_user_groups: spectatedGroups(rows) }),
        ...publicConfiguration(rows, options),
        ...(wantsFetched(options, 'realm_bot') && { realm_bots: [] }),
      };
    });
  }

  private async spectatedPeople(reader: SqlReader, { id, stringId }: OrganizationRecord): Promise<Fields> {
    return spectatedUserFields(await usersKnownToSpectators(reader, id), this.addresses.mailDomain(stringId));
  }

  private async read(reader: SqlReader, caller: Caller, options: RegisterOptions): Promise<Fields> {
    const { organizationId } = caller;
    const wants = (...groups: readonly string[]) => wantsFetched(options, ...groups);
    const rows = await readRegistrationRows(reader, { organizationId, viewer: caller, options });
    const withDeactivated = options.capabilities.include_deactivated_groups === true;
    return {
      ...configuration(options),
      ...(wants('realm') && this.realm(rows)),
      ...(wants('realm_user') && (await this.people(reader, caller, options, rows))),
      ...(wants('realm_user_groups') && {
        realm_user_groups: toUserGroupObjects(rows.namedGroups, rows.groupsInSettings, withDeactivated),
      }),
      ...configuredFields(rows, options),
      ...(wants('realm_bot') && { realm_bots: rows.bots.map((bot) => buildBotObject(bot.id, toBotDefaults(bot))) }),
    };
  }

  private realm(rows: RegistrationRows): Fields {
    const organization = organizationOf(rows);
    const timings = presenceTimings(rows.people[0]?.count ?? 0);
    return {
      ...realmFields(organization, permissionValues(organization, rows.groupsInSettings), this.addresses),
      server_presence_ping_interval_seconds: timings.pingIntervalSeconds,
      server_presence_offline_threshold_seconds: timings.offlineThresholdSeconds,
      server_generation: rows.installation[0]?.deployedAt,
    };
  }

  private async people(reader: SqlReader, caller: Caller, options: RegisterOptions, rows: RegistrationRows): Promise<Fields> {
    const [me] = rows.me;
    if (me === undefined) throw new Error(`user ${caller.userId} does not exist`);
    const lists = await this.lists(reader, caller, options, { me, rows });
    return { ...lists, ...ownFields(me, ownPermissions(caller, rows)) };
  }

  private async lists(
    reader: SqlReader,
    caller: Caller,
    options: RegisterOptions,
    { me, rows }: { me: UserRecord; rows: RegistrationRows },
  ): Promise<UserLists> {
    const form = listFormOf(options);
    const visibility = await userVisibility(reader, caller, this.addresses);
    if (visibility.seesEveryone) return this.serializedUsers.read(reader, { ...caller, ...form }, rows.portions, me);
    const profiles = await profilesOf(reader, caller.organizationId);
    const isListed = (user: UserRecord) =>
      user.isSystemBot || visibility.maySee(user.id) || options.capabilities.user_list_incomplete !== true;
    const users = (await usersOf(reader, caller.organizationId)).filter(isListed);
    return serializeLists(users, form, (user) => visibility.show(user, { clientGravatar: form.clientGravatar, profiles }));
  }
}

function organizationOf({ organization: [organization] }: RegistrationRows): OrganizationRecord {
  if (organization === undefined) throw new Error('the organization of the registration does not exist');
  return organization;
}

function configuration(options: RegisterOptions): Fields {
  const wanted = Object.entries(CONFIGURATION_GROUPS).filter(([group]) => wantsFetched(options, group));
  return Object.assign({}, ...wanted.map(([, fieldsOf]) => fieldsOf()));
}

/** Guests have none of these, even if their groups do. */
function ownPermissions({ role }: Caller, rows: RegistrationRows): OwnPermissions {
  const permissions = permissionValues(organizationOf(rows), rows.groupsInSettings);
  const own = new Set(rows.ownGroups.map(({ groupId }) => groupId));
  const may = (name: keyof PermissionValues) => role !== ROLES.guest && own.has(permissions[name].groupId);
  return {
    createPublicChannels: may('can_create_public_channel_group'),
    createPrivateChannels: may('can_create_private_channel_group'),
    createWebPublicChannels: may('can_create_web_public_channel_group'),
    subscribeOthers: may('can_add_subscribers_group'),
    inviteOthers: may('can_invite_users_group'),
  };
}
