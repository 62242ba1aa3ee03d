import { systemGroupIds } from '@parley/access';
import { type ClientEvent, FAN_OUTS } from '@parley/client-events';
import { type Caller, type ClientCapabilities, type InputOf, ROLES, type Role } from '@parley/contracts';
import {
  createUserGroup,
  deactivateUserGroup,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  type UserGroupObject,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@parley/contracts/organization';
import { baseConfig } from '@parley/runtime';
import { expectEventsExplainState, loggedEvents, newestSeq, noticesStub, type OrganizationRow, Rows } from '@parley/testing';
import { z } from 'zod';
import { EVERYTHING, type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

/** The channels of a stream event, or the ids of a subscription event. */
const channelIds = z.array(z.union([z.int(), z.object({ stream_id: z.int() }).transform(({ stream_id }) => stream_id)]));

/** An organization with users and groups, driven through the contracts. */
export class GroupSuite {
  private made = 0;

  private constructor(
    readonly suite: OrganizationSuite,
    readonly home: MadeOrganization,
    readonly owner: MadeAccount,
    readonly creator: MadeAccount,
    readonly member: MadeAccount,
    readonly third: MadeAccount,
    readonly guest: MadeAccount,
    /** A user of another organization. */
    readonly stranger: MadeAccount,
    /** Ids of the system groups by name. */
    private readonly system: ReadonlyMap<string, number>,
  ) {}

  static async open(): Promise<GroupSuite> {
    const suite = await OrganizationSuite.open();
    await suite.stores.start('messaging', noticesStub(), baseConfig);
    const [home, away] = [await suite.organization(), await suite.organization()];
    // Hashing passwords is slow, and no one logs in here.
    const account = (organization: MadeOrganization, role: Role) => suite.account(organization, { role, password: null });
    return new GroupSuite(
      suite,
      home,
      await account(home, ROLES.owner),
      await account(home, ROLES.member),
      await account(home, ROLES.member),
      await account(home, ROLES.member),
      await account(home, ROLES.guest),
      await account(away, ROLES.owner),
      await systemGroupIds(suite.stores.database.client, home.id),
    );
  }

  get rpc() {
    return this.suite.stores.rpc;
  }
  get database() {
    return this.suite.stores.database;
  }

  systemGroup(name: string): number {
    const id = this.system.get(name);
    if (id === undefined) throw new Error(`no ${name}`);
    return id;
  }

  fresh(): string {
    this.made += 1;
    return `group ${this.made}`;
  }

  /** Creates a group, by default as `creator`. Returns its id. */
  async group(values: Partial<InputOf<typeof createUserGroup>> = {}, who: MadeAccount = this.creator): Promise<number> {
    const params = { name: this.fresh(), description: '', members: [], subgroups: [], ...values };
    return (await this.rpc.call(createUserGroup, params, who.caller)).group_id;
  }

  changeMembers(groupId: number, change: Partial<InputOf<typeof updateUserGroupMembers>>, who: MadeAccount = this.creator) {
    const params = { add: [], delete: [], add_subgroups: [], delete_subgroups: [], ...change, user_group_id: groupId };
    return this.rpc.call(updateUserGroupMembers, params, who.caller);
  }
  changeSubgroups(groupId: number, change: { add?: number[]; delete?: number[] }, who: MadeAccount = this.creator) {
    return this.rpc.call(updateUserGroupSubgroups, { add: [], delete: [], ...change, user_group_id: groupId }, who.caller);
  }
  update(groupId: number, change: Omit<InputOf<typeof updateUserGroup>, 'user_group_id'>, who: MadeAccount = this.creator) {
    return this.rpc.call(updateUserGroup, { ...change, user_group_id: groupId }, who.caller);
  }
  deactivate(groupId: number, who: MadeAccount = this.creator) {
    return this.rpc.call(deactivateUserGroup, { user_group_id: groupId }, who.caller);
  }

  async members(groupId: number, direct_member_only = false, caller: Caller = this.guest.caller): Promise<number[]> {
    return (await this.rpc.call(getUserGroupMembers, { user_group_id: groupId, direct_member_only }, caller)).members;
  }
  async subgroups(groupId: number, direct_subgroup_only = false): Promise<number[]> {
    return (await this.rpc.call(getUserGroupSubgroups, { user_group_id: groupId, direct_subgroup_only }, this.guest.caller)).subgroups;
  }
  async list(include_deactivated_groups = false): Promise<UserGroupObject[]> {
    return (await this.rpc.call(getUserGroups, { include_deactivated_groups }, this.guest.caller)).user_groups;
  }
  /** One group as it is listed. */
  async shown(groupId: number): Promise<UserGroupObject> {
    const found = (await this.list(true)).find((group) => group.id === groupId);
    if (found === undefined) throw new Error(`group ${groupId} is not listed`);
    return found;
  }

  /** A private channel without subscribers, visible through these groups. */
  async hiddenChannel(settings: { canSubscribeGroup?: number; canAdministerChannelGroup?: number } = {}): Promise<number> {
    const names = ['role:nobody', 'role:administrators', 'role:everyone'] as const;
    const known = Object.fromEntries(names.map((name) => [name, this.systemGroup(name)])) as OrganizationRow['groups'];
    const organization = { ...this.home, groups: known };
    const values = { isPrivate: true, historyPublicToSubscribers: false, ...settings };
    return (await new Rows(this.database).channel(organization, { name: this.fresh(), ...values })).id;
  }

  /** The ids of the users whose queues end while `work` runs. */
  async ended(work: () => Promise<unknown>): Promise<number[]> {
    const seq = await newestSeq(this.database, this.home.id);
    await work();
    const changes = (await loggedEvents(this.database, this.home.id, seq)).flatMap(({ type, payload }) => {
      const declared = FAN_OUTS.get(type);
      return declared?.indexChanges(declared.event.payload.parse(payload)) ?? [];
    });
    return changes.flatMap((change) => (change.kind === 'end-queues' ? change.userIds : []));
  }

  /** The channel events of each user while `work` runs: op and channel. Users without events are absent. */
  async channelNews(work: () => Promise<unknown>): Promise<Record<string, unknown[]>> {
    const { creator, member, third, guest, owner } = this;
    const cursor = await this.suite.stores.mark(this.home.id);
    await work();
    const news = await Promise.all(
      Object.entries({ creator, member, third, guest, owner }).map(async ([name, { userId: id }]) => {
        const user = { id, organizationId: this.home.id };
        const events = await this.suite.stores.eventsSince(cursor, user, { eventTypes: ['stream', 'subscription'] });
        return [name, events.map(({ op, streams, stream_ids }) => [op, ...channelIds.parse(streams ?? stream_ids)])] as const;
      }),
    );
    return Object.fromEntries(news.filter(([, received]) => received.length > 0));
  }

  /**
   * The events of a guest while `work` runs. Also checks that registration before + events = registration after, for clients with and
   * without deactivated groups.
   */
  async explained(work: () => Promise<unknown>): Promise<{ capable: ClientEvent[]; older: ClientEvent[] }> {
    const { home, guest } = this;
    const cursor = await this.suite.stores.mark(home.id);
    const views = { capable: true, older: false } as const;
    const before = { capable: await this.registered(true), older: await this.registered(false) };
    await work();
    const read = async (view: keyof typeof views) => {
      const known = views[view];
      const queue = { capabilities: { include_deactivated_groups: known } };
      const events = await this.suite.stores.eventsSince(cursor, { id: guest.userId, organizationId: home.id }, queue);
      expectEventsExplainState({ before: before[view], events, after: await this.registered(known), userId: guest.userId });
      return events.map(({ id, ...event }) => event);
    };
    return { capable: await read('capable'), older: await read('older') };
  }

  private registered(include_deactivated_groups: boolean) {
    const capabilities: ClientCapabilities = { ...EVERYTHING.capabilities, include_deactivated_groups };
    return this.suite.register(this.guest.caller, { capabilities, fetchEventTypes: ['realm_user_groups'] });
  }

  /** Checks that a refused change logged no event and changed no group. Returns the error. */
  async refused(work: () => Promise<unknown>): Promise<unknown> {
    const before = { seq: await newestSeq(this.database, this.home.id), groups: await this.list(true) };
    const error = await work().then(
      () => new Error('it was not refused'),
      (refusal: unknown) => refusal,
    );
    const after = { seq: await newestSeq(this.database, this.home.id), groups: await this.list(true) };
    if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('a refused change left something behind');
    return error;
  }
}
