import { randomBytes } from 'node:crypto';
import {
  type Caller,
  callersChanged,
  createAccount,
  createOrganization,
  fetchApiKey,
  type InputOf,
  type OutputOf,
  type RegisterOptions,
  ROLES,
  type Role,
  SYSTEM_VISITOR,
  setCanCreateUsers,
} from '@parley/contracts';
import { JobQueues } from '@parley/jobs';
import type { RunningService } from '@parley/rpc';
import {
  type ClientState,
  expectEventsExplainState,
  expectSoon,
  type IdentifiedEvent,
  REGISTER_EVERYTHING,
  type TestSmtp,
  TestSuite,
  testSmtp,
} from '@parley/testing';
import { OrganizationModule } from '../src/organization.module.js';

export type MadeOrganization = OutputOf<typeof createOrganization>;

export interface MadeAccount {
  readonly userId: number;
  /** API email. */
  readonly email: string;
  readonly deliveryEmail: string;
  readonly apiKey: string;
  readonly password: string | null;
  readonly caller: Caller;
}

/** A client that declares everything and wants every group. */
export const EVERYTHING: RegisterOptions = {
  ...REGISTER_EVERYTHING,
  slimPresence: true,
  capabilities: { user_list_incomplete: true, include_deactivated_groups: true, linkifier_url_template: true },
};

/** The organization service on real stores, driven through its contracts. */
export class OrganizationSuite {
  private constructor(
    readonly stores: TestSuite,
    private service: RunningService,
    private readonly smtp?: TestSmtp,
  ) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<OrganizationSuite> {
    const stores = await TestSuite.open();
    return new OrganizationSuite(stores, await stores.start('organization', OrganizationModule, env));
  }

  /** With a mail server of its own, which is closed with the suite. */
  static async openWithMail(): Promise<{ suite: OrganizationSuite; smtp: TestSmtp }> {
    const smtp = await testSmtp();
    const { stores, service } = await OrganizationSuite.open(smtp.env);
    return { suite: new OrganizationSuite(stores, service, smtp), smtp };
  }

  /** The service stops; `serveWith` names the one that takes its place. */
  stopService(): Promise<void> {
    return this.service.stop();
  }

  serveWith(service: RunningService): void {
    this.service = service;
  }

  async close(): Promise<void> {
    await this.stores.close();
    await this.smtp?.close();
  }

  organization(): Promise<MadeOrganization> {
    const stringId = `org-${randomBytes(5).toString('hex')}`;
    return this.stores.rpc.call(createOrganization, { stringId, name: 'An organization' }, SYSTEM_VISITOR);
  }

  /** A member with a password, unless told otherwise. */
  async account(organization: { id: number }, values: Partial<InputOf<typeof createAccount>> = {}): Promise<MadeAccount> {
    const tag = randomBytes(4).toString('hex');
    const password = values.botOwnerId === undefined ? `password ${tag}` : null;
    const input = {
      organizationId: organization.id,
      email: `person-${tag}@example.com`,
      fullName: `Person ${tag}`,
      role: ROLES.member as Role,
      password,
      botOwnerId: null,
      ...values,
    };
    const made = await this.stores.rpc.call(createAccount, input, SYSTEM_VISITOR);
    return { ...made, deliveryEmail: input.email, password: input.password, caller: callerOf(organization.id, made.userId, input) };
  }

  /** What a client gets for an address and a password. */
  logIn({ host }: MadeOrganization, email: string, password: string | null): Promise<OutputOf<typeof fetchApiKey>> {
    return this.stores.rpc.call(fetchApiKey, { username: email, password: password ?? '' }, { host, clientName: 'tests' });
  }

  /** As the operator lets an account make accounts for others. */
  letCreateUsers({ caller: { organizationId, userId } }: { caller: Caller }): Promise<unknown> {
    return this.stores.rpc.call(setCanCreateUsers, { organizationId, userId, isAllowed: true }, SYSTEM_VISITOR);
  }

  /** Somebody of each role that tests tell apart. */
  async people(organization: { id: number }): Promise<Record<'owner' | 'administrator' | 'member' | 'guest', MadeAccount>> {
    return {
      owner: await this.account(organization, { role: ROLES.owner }),
      administrator: await this.account(organization, { role: ROLES.administrator }),
      member: await this.account(organization),
      guest: await this.account(organization, { role: ROLES.guest }),
    };
  }

  /** What each of the viewers reads while `work` runs; every one's registration before + events = registration after. */
  async explained(
    organization: { id: number },
    viewers: readonly { readonly userId: number; readonly caller: Caller }[],
    work: () => Promise<unknown>,
    { clientGravatar = false }: { clientGravatar?: boolean } = {},
  ): Promise<IdentifiedEvent[][]> {
    const mark = await this.stores.mark(organization.id);
    const before = await Promise.all(viewers.map((viewer) => this.register(viewer.caller, { clientGravatar })));
    await work();
    return Promise.all(
      viewers.map(async (viewer, place) => {
        const user = { id: viewer.userId, organizationId: organization.id };
        const events = await this.stores.eventsSince(mark, user, { clientGravatar });
        const after = await this.register(viewer.caller, { clientGravatar });
        expectEventsExplainState({ before: before[place] ?? {}, events, after, userId: viewer.userId });
        return events;
      }),
    );
  }

  /** Who was announced as changed while `work` ran. */
  async announced(work: () => Promise<unknown>): Promise<number[]> {
    const heard: number[] = [];
    const { bus, link } = this.stores.nats;
    const listening = bus.subscribe(callersChanged, ({ userIds }) => void heard.push(...(userIds ?? [])));
    await link.connection.flush();
    await work();
    await link.connection.flush();
    listening();
    return heard;
  }

  /** Settles when each job of this name that was enqueued is done. */
  jobsDone(name: string): Promise<void> {
    return expectSoon(() => this.jobs(name).getJobCountByTypes('waiting', 'active', 'delayed'), 0);
  }

  /** The queue of a job. */
  jobs(name: string) {
    return this.service.app.get(JobQueues).of(name);
  }

  /** What the service gives to a registration that reads now. */
  register(caller: Caller, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
    return this.stores.registered('organization', caller, { ...EVERYTHING, ...options });
  }
}

function callerOf(organizationId: number, userId: number, { role, botOwnerId }: { role: Role; botOwnerId: number | null }): Caller {
  return { organizationId, userId, role, isBot: botOwnerId !== null, botOwnerId, clientName: 'tests' };
}
