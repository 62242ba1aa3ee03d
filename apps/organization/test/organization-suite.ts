import { randomBytes } from 'node:crypto';
import {
  type Caller,
  callersChanged,
  createAccount,
  createOrganization,
  type InputOf,
  type OutputOf,
  type RegisterOptions,
  ROLES,
  type Role,
  registerParts,
  SYSTEM_VISITOR,
} from '@parley/contracts';
import {
  AudienceIndex,
  clientEvents,
  expectEventsExplainState,
  type IdentifiedEvent,
  loggedEvents,
  newestSeq,
  queueView,
  TestSuite,
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
  fetchEventTypes: null,
  clientGravatar: false,
  includeSubscribers: 'true',
  slimPresence: true,
  presenceHistoryLimitDays: 14,
  applyMarkdown: true,
  capabilities: { user_list_incomplete: true, include_deactivated_groups: true, linkifier_url_template: true },
};

/** The organization service on real stores, driven through its contracts. */
export class OrganizationSuite {
  private constructor(readonly stores: TestSuite) {}

  static async open(env: Readonly<Record<string, string>> = {}): Promise<OrganizationSuite> {
    const stores = await TestSuite.open();
    await stores.start('organization', OrganizationModule, env);
    return new OrganizationSuite(stores);
  }

  close(): Promise<void> {
    return this.stores.close();
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
    const { database } = this.stores;
    const index = await AudienceIndex.read(database, organization.id);
    const seq = await newestSeq(database, organization.id);
    const before = await Promise.all(viewers.map((viewer) => this.register(viewer.caller, { clientGravatar })));
    await work();
    const logged = await loggedEvents(database, organization.id, seq);
    return Promise.all(
      viewers.map(async (viewer, place) => {
        const events = clientEvents(logged, queueView(viewer.userId, { clientGravatar }), index);
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

  /** What the service gives to a registration that reads now. */
  register(caller: Caller, options: Partial<RegisterOptions> = {}): Promise<Readonly<Record<string, unknown>>> {
    const { database, rpc } = this.stores;
    return database.exportSnapshot(async ({ snapshotId }) => {
      const { fields } = await rpc.call(registerParts.organization, { snapshotId, options: { ...EVERYTHING, ...options } }, caller);
      return fields;
    }, 10_000);
  }
}

function callerOf(organizationId: number, userId: number, { role, botOwnerId }: { role: Role; botOwnerId: number | null }): Caller {
  return { organizationId, userId, role, isBot: botOwnerId !== null, botOwnerId, clientName: 'tests' };
}
