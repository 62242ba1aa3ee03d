import type { SystemGroup } from '@parley/access';
import { type Caller, type InputOf, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { createBot, verifyCredentials } from '@parley/contracts/organization';
import { baseConfig } from '@parley/runtime';
import { Rows } from '@parley/testing';
import { ChannelIdsStubModule, knownChannels } from './channel-ids-stub.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

export type MadeBot = OutputOf<typeof createBot>;

/** An organization with users and two channels that all of them can see, for tests of bots. */
export class BotSuite {
  private next = 1;

  private constructor(
    readonly suite: OrganizationSuite,
    readonly rows: Rows,
    readonly home: MadeOrganization,
    readonly owner: MadeAccount,
    readonly administrator: MadeAccount,
    readonly member: MadeAccount,
    readonly other: MadeAccount,
    readonly guest: MadeAccount,
  ) {}

  static async open(): Promise<BotSuite> {
    const suite = await OrganizationSuite.open();
    await suite.stores.start('channels', ChannelIdsStubModule, baseConfig);
    const home = await suite.organization();
    const { owner, administrator, member, guest } = await suite.people(home);
    const other = await suite.account(home);
    return new BotSuite(suite, new Rows(suite.stores.database), home, owner, administrator, member, other, guest);
  }

  close(): Promise<void> {
    return this.suite.close();
  }

  /** A channel that the stub of the channels service knows. */
  async channel(name: string): Promise<number> {
    const { client } = this.suite.stores.database;
    const groups = await client.userGroup.findMany({ where: { organizationId: this.home.id, isSystemGroup: true } });
    const byName = Object.fromEntries(groups.map((group) => [group.name, group.id])) as Record<SystemGroup, number>;
    const { id } = await this.rows.channel({ ...this.home, groups: byName }, { name });
    knownChannels.set(`${this.home.id} ${name}`, id);
    return id;
  }

  make(who: { caller: Caller }, params: Partial<InputOf<typeof createBot>> = {}): Promise<MadeBot> {
    const n = this.next++;
    const wanted = { full_name: `Bot ${n}`, short_name: `short${n}`, bot_type: 1, default_all_public_streams: false, ...params };
    return this.suite.stores.rpc.call(createBot, wanted, who.caller);
  }

  opens(username: string, apiKey: string): Promise<OutputOf<typeof verifyCredentials>> {
    return this.suite.stores.rpc.call(verifyCredentials, { host: this.home.host, username, apiKey }, SYSTEM_VISITOR);
  }
}
