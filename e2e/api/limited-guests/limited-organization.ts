import { getChannelId, listSubscriptions, subscribe, unsubscribe } from '@parley/contracts/channels';
import { createBot, createUser, fetchApiKey, getUserGroups, updateOrganization, updateUser } from '@parley/contracts/organization';
import { expectSoon } from '@parley/testing';
import { Actor } from '../../client/actor.js';
import { type Demo, type DemoUser, organizationOf, personOf } from '../../client/demo.js';

/** A user and their API client. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly actor: Actor;
}

/** The second demo organization. Until `close`, its guests only see users with whom they share a channel or conversation. */
export class LimitedOrganization {
  private made = 0;
  private readonly tag = `${process.pid}-${Date.now().toString(36)}`;

  private constructor(
    private readonly demo: Demo,
    readonly owner: Person,
    private readonly groups: ReadonlyMap<string, number>,
  ) {}

  static async open(demo: Demo): Promise<LimitedOrganization> {
    const owner = personIn(demo, personOf(organizationOf(demo, 'other'), 100));
    const { user_groups } = await owner.actor.ok(getUserGroups, {});
    const organization = new LimitedOrganization(demo, owner, new Map(user_groups.map(({ name, id }) => [name, id])));
    await organization.limitGuests('role:members');
    return organization;
  }

  close(): Promise<void> {
    return this.limitGuests('role:everyone');
  }

  /** A new user without subscriptions. */
  async newcomer(name: string, role = 400): Promise<Person> {
    const full_name = this.fresh(name);
    const email = `${full_name.toLowerCase().replaceAll(' ', '-')}@other.example`;
    const password = 'correct horse battery';
    const { user_id } = await this.owner.actor.ok(createUser, { email, password, full_name });
    const { host } = organizationOf(this.demo, 'other');
    const { api_key } = await new Actor(this.demo.base_url, undefined, host).ok(fetchApiKey, { username: email, password });
    const person = { id: user_id, name: full_name, email, actor: new Actor(this.demo.base_url, { email, api_key }) };
    const subscriptions = () => person.actor.ok(listSubscriptions, {});
    // The first subscriptions are made shortly after the account.
    await expectSoon(async () => (await subscriptions()).subscriptions.length > 0, true);
    const names = (await subscriptions()).subscriptions.map((subscription) => subscription.name);
    await person.actor.ok(unsubscribe, { subscriptions: names });
    if (role !== 400) await this.owner.actor.ok(updateUser, { user_id: String(user_id), role });
    return person;
  }

  async botOf(person: Person): Promise<number> {
    const short_name = this.fresh('bot').replaceAll(' ', '-');
    return (await person.actor.ok(createBot, { full_name: short_name, short_name })).user_id;
  }

  async channel(creator: Person, others: readonly Person[]): Promise<{ id: number; name: string }> {
    const name = this.fresh('channel');
    await creator.actor.ok(subscribe, { subscriptions: [{ name }], principals: [creator, ...others].map(({ id }) => id) });
    const { stream_id: id } = await creator.actor.ok(getChannelId, { stream: name });
    return { id, name };
  }

  groupId(name: string): number | undefined {
    return this.groups.get(name);
  }

  fresh(what: string): string {
    this.made += 1;
    return `${what} ${this.tag}-${this.made}`;
  }

  async limitGuests(group: 'role:members' | 'role:everyone'): Promise<void> {
    await this.owner.actor.ok(updateOrganization, { can_access_all_users_group: { new: this.groups.get(group) } });
  }
}

function personIn(demo: Demo, user: DemoUser): Person {
  return { id: user.user_id, name: user.full_name, email: user.email, actor: new Actor(demo.base_url, user) };
}
