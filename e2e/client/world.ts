import { getChannelId, subscribe } from '@parley/contracts/channels';
import { createUser, fetchApiKey } from '@parley/contracts/organization';
import { Actor } from './actor.js';
import { botOf, type Demo, organizationOf, personOf, readDemo } from './demo.js';

/** The demo organizations and their users. Each test creates what it changes, so that tests do not disturb each other. */
export class World {
  readonly demo: Demo = readDemo(process.env.PARLEY_DEMO_JSON);
  private readonly home = organizationOf(this.demo, 'demo');
  private readonly away = organizationOf(this.demo, 'other');
  readonly owner = personOf(this.home, 100);
  readonly administrator = personOf(this.home, 200);
  readonly member = personOf(this.home, 400, 0);
  readonly colleague = personOf(this.home, 400, 1);
  readonly third = personOf(this.home, 400, 2);
  readonly guest = personOf(this.home, 600);
  readonly bot = botOf(this.home);
  readonly stranger = personOf(this.away, 100);
  private made = 0;

  /** The address of the suite, or of a proxy in front of it. */
  get baseUrl(): string {
    return process.env.PARLEY_PROXY_URL ?? this.demo.base_url;
  }
  get host(): string {
    return this.home.host;
  }
  as(person: { email: string; api_key: string }): Actor {
    return new Actor(this.baseUrl, person);
  }
  anybody(host?: string): Actor {
    return new Actor(this.baseUrl, undefined, host);
  }

  /** A name that was not used before. */
  fresh(what: string): string {
    this.made += 1;
    return `${what} ${process.pid}-${Date.now().toString(36)}-${this.made}`;
  }

  /** A new user, created by an administrator, with their key. Tests can change this user without affecting others. */
  async newcomer(fullName = 'New Comer'): Promise<{ email: string; user_id: number; api_key: string; password: string }> {
    const email = `${this.fresh('newcomer').replaceAll(' ', '-')}@demo.example`;
    const password = 'correct horse battery';
    const { user_id } = await this.as(this.administrator).ok(createUser, { email, password, full_name: fullName });
    const { api_key } = await this.anybody(this.host).ok(fetchApiKey, { username: email, password });
    return { email, user_id, api_key, password };
  }

  /** A new channel with these users. The first one creates it. */
  async channel(
    people: readonly { email: string; api_key: string; user_id: number }[],
    settings: Record<string, unknown> = {},
  ): Promise<{ id: number; name: string }> {
    const name = this.fresh('channel');
    const [creator] = people;
    if (creator === undefined) throw new Error('a channel needs a creator');
    const actor = this.as(creator);
    await actor.ok(subscribe, { subscriptions: [{ name }], principals: people.map((person) => person.user_id), ...settings });
    const { stream_id: id } = await actor.ok(getChannelId, { stream: name });
    return { id, name };
  }
}
