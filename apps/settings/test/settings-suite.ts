import { type Caller, type Endpoint, type OutputOf, type ParamShape, ROLES } from '@parley/contracts';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { baseConfig } from '@parley/runtime';
import {
  type ClientState,
  expectEventsExplainState,
  type OrganizationRow,
  REGISTER_EVERYTHING,
  Rows,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { settingsConfig } from '../src/config.js';
import { SettingsServiceModule } from '../src/settings-service.module.js';
import { type AccountStub, AccountStubModule } from './account-stub.js';

/** The registration of a client with minimal capabilities. */
const SLIM: RegisterOptions = { ...REGISTER_EVERYTHING, includeSubscribers: 'false', presenceHistoryLimitDays: 0, capabilities: {} };

/** Fields that differ with the time of the request. */
const CLOCKS = ['server_timestamp'];

/** The settings service on its own stores, called as the gateway calls it. */
export class SettingsSuite {
  readonly rows: Rows;

  private constructor(readonly stores: TestSuite) {
    this.rows = new Rows(stores.database);
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<SettingsSuite> {
    const stores = await TestSuite.open();
    await Promise.all([
      stores.start('settings', SettingsServiceModule, settingsConfig, env),
      stores.start('organization', AccountStubModule, baseConfig),
    ]);
    return new SettingsSuite(stores);
  }

  get account(): AccountStub {
    return AccountStubModule.stub;
  }

  close(): Promise<void> {
    return this.stores.close();
  }

  /** An organization with two members and an administrator. */
  async people(): Promise<People> {
    const organization = await this.rows.organization();
    return {
      organization,
      zoe: await this.rows.user(organization),
      amir: await this.rows.user(organization),
      administrator: await this.rows.user(organization, { role: ROLES.administrator }),
    };
  }

  /** With parameters as a client sends them. */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R, 'user'>,
    caller: Caller,
    fields: Readonly<Record<string, unknown>> = {},
    path: Readonly<Record<string, string>> = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    return this.stores.call(endpoint, caller, fields, path);
  }

  /** This service's part of a registration. */
  async register(caller: Caller): Promise<ClientState> {
    const fields = await this.stores.registered('settings', caller, SLIM);
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !CLOCKS.includes(name)));
  }

  /** Runs the change and checks for all users that registration before + events = registration after. Returns the events of each. */
  async explain(users: readonly UserRow[], change: () => Promise<unknown>) {
    const mark = await this.stores.mark(users[0]?.organizationId ?? 0);
    const before = await Promise.all(users.map((user) => this.register(user.caller)));
    await change();
    return Promise.all(
      users.map(async (user, index) => {
        const events = await this.stores.eventsSince(mark, user);
        expectEventsExplainState({ before: before[index] ?? {}, events, after: await this.register(user.caller), userId: user.id });
        return events.map(({ id: _, ...event }) => event);
      }),
    );
  }
}

interface People {
  readonly organization: OrganizationRow;
  readonly zoe: UserRow;
  readonly amir: UserRow;
  readonly administrator: UserRow;
}
