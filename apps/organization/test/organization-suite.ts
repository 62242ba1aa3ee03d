import { randomBytes } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { type Caller, type InputOf, type OutputOf, ROLES, type Role, SYSTEM_VISITOR } from '@parley/contracts';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { callersChanged, createAccount, createOrganization, fetchApiKey, setCanCreateUsers } from '@parley/contracts/organization';
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
import { organizationConfig } from '../src/config.js';
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

/** A client that declares all capabilities and requests all groups. */
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
    return new OrganizationSuite(stores, await stores.start('organization', OrganizationModule, organizationConfig, env));
  }

  /** With its own mail server, which is closed with the suite. */
  static async openWithMail(): Promise<{ suite: OrganizationSuite; smtp: TestSmtp }> {
    const smtp = await testSmtp();
    const { stores, service } = await OrganizationSuite.open(smtp.env);
    return { suite: new OrganizationSuite(stores, service, smtp), smtp };
  }

  /** Stops the service. Call `serveWith` with its replacement. */
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

  /** Creates an account, by default a member with a password. */
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
    const created = await this.stores.rpc.call(createAccount, input, SYSTEM_VISITOR);
    return { ...created, deliveryEmail: input.email, password: input.password, caller: callerOf(organization.id, created.userId, input) };
  }

  /** What a client receives for an email address and a password. */
  logIn({ host }: MadeOrganization, email: string, password: string | null): Promise<OutputOf<typeof fetchApiKey>> {
    return this.stores.rpc.call(fetchApiKey, { username: email, password: password ?? '' }, { host, clientName: 'tests' });
  }

  /** Like the operator, allows an account to create accounts for others. */
  letCreateUsers({ caller: { organizationId, userId } }: { caller: Caller }): Promise<unknown> {
    return this.stores.rpc.call(setCanCreateUsers, { organizationId, userId, isAllowed: true }, SYSTEM_VISITOR);
  }

  /** One user of each role that tests distinguish. */
  async people(organization: { id: number }): Promise<Record<'owner' | 'administrator' | 'member' | 'guest', MadeAccount>> {
    return {
      owner: await this.account(organization, { role: ROLES.owner }),
      administrator: await this.account(organization, { role: ROLES.administrator }),
      member: await this.account(organization),
      guest: await this.account(organization, { role: ROLES.guest }),
    };
  }

  /** The events of each viewer while `work` runs. Also checks that registration before + events = registration after. */
  async explained(
    organization: { id: number },
    viewers: readonly { readonly userId: number; readonly caller: Caller }[],
    work: () => Promise<unknown>,
    { clientGravatar = false }: { clientGravatar?: boolean } = {},
  ): Promise<IdentifiedEvent[][]> {
    const cursor = await this.stores.mark(organization.id);
    const before = await Promise.all(viewers.map((viewer) => this.register(viewer.caller, { clientGravatar })));
    await work();
    return Promise.all(
      viewers.map(async (viewer, index) => {
        const user = { id: viewer.userId, organizationId: organization.id };
        const events = await this.stores.eventsSince(cursor, user, { clientGravatar });
        const after = await this.register(viewer.caller, { clientGravatar });
        expectEventsExplainState({ before: before[index] ?? {}, events, after, userId: viewer.userId });
        return events;
      }),
    );
  }

  /** The ids of the users that were published as changed while `work` ran. */
  async announced(work: () => Promise<unknown>): Promise<number[]> {
    const changed: number[] = [];
    const { bus, link } = this.stores.nats;
    const listening = bus.subscribe(callersChanged, ({ userIds }) => void changed.push(...(userIds ?? [])));
    await link.connection.flush();
    await work();
    await link.connection.flush();
    listening();
    return changed;
  }

  /** A class of the running service. */
  get<T>(type: Type<T>): T {
    return this.service.app.get(type);
  }

  /** Waits until all jobs of this name are done. */
  jobsDone(name: string): Promise<void> {
    return expectSoon(() => this.jobs(name).getJobCountByTypes('waiting', 'active', 'delayed'), 0);
  }

  jobs(name: string) {
    return this.service.app.get(JobQueues).of(name);
  }

  /** This service's part of a registration. */
  register(caller: Caller, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
    return this.stores.registered('organization', caller, { ...EVERYTHING, ...options });
  }
}

function callerOf(organizationId: number, userId: number, { role, botOwnerId }: { role: Role; botOwnerId: number | null }): Caller {
  return { organizationId, userId, role, isBot: botOwnerId !== null, botOwnerId, clientName: 'tests' };
}
