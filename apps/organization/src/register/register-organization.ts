import { Injectable } from '@nestjs/common';
import { profilesOf, type UserRecord, usersKnownToSpectators, usersOf } from '@parley/access';
import { type Caller, type InputOf, ROLES } from '@parley/contracts';
import { type RegisterOptions, type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { Database, type OrganizationRecord, type SqlReader } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import { isUnderTest, OrganizationAddresses } from '@parley/runtime';
import { z } from 'zod';
import { toBotObject } from '../accounts/bot-defaults.js';
import { userVisibility } from '../accounts/user-visibility.js';
import { readInstallation } from './installation.repository.js';
import { type OwnPermissions, ownFields } from './own-fields.js';
import type { PermissionValues } from './permission-values.js';
import { type OwnRows, readOwnRows, readSharedRows } from './registration-rows.repository.js';
import { SerializedUserCache } from './serialized-user-cache.js';
import { SharedFields, type SharedPart } from './shared-fields.js';
import { spectatedGroups, spectatedUserFields } from './spectated-people.js';
import { listFormOf, serializeLists, type UserLists } from './user-lists.js';

type Params = InputOf<typeof registerParts.organization>;
type Fields = Record<string, unknown>;

/** Only tests compare what is kept with what the database has. */
const isCompared = isUnderTest();

/** This service's part of a registration: settings, users, groups and organization-wide configuration, read in one snapshot. */
@Injectable()
export class RegisterOrganization {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly shared: SharedFields,
    private readonly serializedUsers: SerializedUserCache,
  ) {}

  execute(caller: Caller, params: Params): Promise<RawJson> {
    return this.database.inSnapshot(params.snapshotId, async (reader) => {
      const own = await readOwnRows(reader, caller, params.options);
      const kept = this.shared.kept(caller, params);
      if (kept === undefined) return this.answer(reader, caller, params, { own, part: await this.shared.read(reader, caller, params) });
      const answer = await this.answer(reader, caller, params, { own, part: kept });
      if (isCompared) await this.checkCurrent(reader, caller, params, { own, answer });
      return answer;
    });
  }

  /** For visitors who are not logged in: no profiles, no bots, no members of groups, and only users whose messages they can read. */
  forSpectator(organizationId: number, snapshotId: string, options: RegisterOptions): Promise<RawJson> {
    return this.database.inSnapshot(snapshotId, async (reader) => {
      const rows = await readSharedRows(reader, organizationId, options, false);
      const { fields, organization } = this.shared.forSpectator(rows, options);
      const others: Fields = {
        ...(wantsFetched(options, 'realm') && generation(await readInstallation(reader))),
        ...(wantsFetched(options, 'realm_user') && (await this.spectatedPeople(reader, organization))),
        ...(wantsFetched(options, 'realm_user_groups') && { realm_user_groups: spectatedGroups(rows) }),
        ...(wantsFetched(options, 'realm_bot') && { realm_bots: [] }),
      };
      return RawJson.merged([fields, RawJson.of(others)]);
    });
  }

  private async spectatedPeople(reader: SqlReader, { id, stringId }: OrganizationRecord): Promise<Fields> {
    return spectatedUserFields(await usersKnownToSpectators(reader, id), this.addresses.mailDomain(stringId));
  }

  private async answer(
    reader: SqlReader,
    caller: Caller,
    { options }: Params,
    { own, part }: { readonly own: OwnRows; readonly part: SharedPart },
  ): Promise<RawJson> {
    const fields: Fields = {};
    if (wantsFetched(options, 'realm')) Object.assign(fields, generation(own.installation));
    if (wantsFetched(options, 'realm_bot')) fields.realm_bots = own.bots.map(toBotObject);
    if (!wantsFetched(options, 'realm_user')) return RawJson.merged([part.fields, RawJson.of(fields)]);
    const [me] = own.me;
    if (me === undefined || part.permissions === undefined) throw new Error(`user ${caller.userId} does not exist`);
    Object.assign(fields, ownFields(me, ownPermissions(caller, own, part.permissions)));
    const lists = await this.lists(reader, caller, options, { part, me });
    return RawJson.merged([part.fields, RawJson.of(fields), RawJson.object({ ...lists })]);
  }

  private async lists(
    reader: SqlReader,
    caller: Caller,
    options: RegisterOptions,
    { me, part }: { readonly me: UserRecord; readonly part: SharedPart },
  ): Promise<UserLists> {
    const form = listFormOf(options);
    const visibility = await userVisibility(reader, caller, this.addresses);
    if (visibility.seesEveryone) return this.serializedUsers.read(reader, { ...caller, ...form }, part.portions, me);
    const profiles = await profilesOf(reader, caller.organizationId);
    const isListed = (user: UserRecord) =>
      user.isSystemBot || visibility.maySee(user.id) || options.capabilities.user_list_incomplete !== true;
    const users = (await usersOf(reader, caller.organizationId)).filter(isListed);
    return serializeLists(users, form, (user) => visibility.show(user, { clientGravatar: form.clientGravatar, profiles }));
  }

  /** @throws Error if something that is kept changed without an event of this service */
  private async checkCurrent(
    reader: SqlReader,
    caller: Caller,
    params: Params,
    { own, answer }: { readonly own: OwnRows; readonly answer: RawJson },
  ): Promise<void> {
    const current = await this.answer(reader, caller, params, { own, part: await this.shared.read(reader, caller, params) });
    const [now, given] = [fieldsIn(current), fieldsIn(answer)];
    const stale = Object.keys({ ...now, ...given }).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(given[name]));
    if (stale.length > 0) throw new Error(`changed without an event of the organization service: ${stale.join(', ')}`);
  }
}

const fieldsSchema = z.record(z.string(), z.unknown());

function fieldsIn(text: RawJson): Fields {
  return fieldsSchema.parse(JSON.parse(String(text)));
}

function generation([installation]: OwnRows['installation']): Fields {
  return { server_generation: installation?.deployedAt };
}

/** Guests have none of these, even if their groups do. */
function ownPermissions({ role }: Caller, { groups }: OwnRows, permissions: PermissionValues): OwnPermissions {
  const own = new Set(groups.map(({ groupId }) => groupId));
  const may = (name: keyof PermissionValues) => role !== ROLES.guest && own.has(permissions[name].groupId);
  return {
    createPublicChannels: may('can_create_public_channel_group'),
    createPrivateChannels: may('can_create_private_channel_group'),
    createWebPublicChannels: may('can_create_web_public_channel_group'),
    subscribeOthers: may('can_add_subscribers_group'),
    inviteOthers: may('can_invite_users_group'),
  };
}
