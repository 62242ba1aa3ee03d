import {
  type Caller,
  decodeParams,
  type Endpoint,
  type OutputOf,
  type ParamShape,
  type RegisterOptions,
  registerParts,
} from '@parley/contracts';
import {
  AudienceIndex,
  type ClientState,
  clientEvents,
  expectEventsExplainState,
  loggedEvents,
  newestSeq,
  queueView,
  Rows,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { SettingsModule } from '../src/settings.module.js';
import { type AccountStub, AccountStubModule } from './account-stub.js';

export const EVERYTHING: RegisterOptions = {
  fetchEventTypes: null,
  clientGravatar: false,
  includeSubscribers: 'false',
  slimPresence: false,
  presenceHistoryLimitDays: 0,
  applyMarkdown: true,
  capabilities: {},
};

/** Differs with the time of asking. */
const CLOCKS = ['server_timestamp'];

/** The settings service on stores of its own, called as the gateway calls it. */
export class SettingsSuite {
  readonly rows: Rows;

  private constructor(readonly stores: TestSuite) {
    this.rows = new Rows(stores.database);
  }

  static async open(): Promise<SettingsSuite> {
    const stores = await TestSuite.open();
    await Promise.all([stores.start('settings', SettingsModule), stores.start('organization', AccountStubModule)]);
    return new SettingsSuite(stores);
  }

  get account(): AccountStub {
    return AccountStubModule.stub;
  }

  close(): Promise<void> {
    return this.stores.close();
  }

  /** With the fields as a client sends them. */
  async call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R, 'user'>,
    caller: Caller,
    fields: Readonly<Record<string, unknown>> = {},
    path: Readonly<Record<string, string>> = {},
  ): Promise<OutputOf<Endpoint<S, R, 'user'>>> {
    const { params } = decodeParams(endpoint.params, { fields, path });
    return this.stores.rpc.call(endpoint, params, caller);
  }

  /** The service's share of a registration, now. */
  async register(caller: Caller): Promise<ClientState> {
    const { fields } = await this.stores.database.exportSnapshot(
      ({ snapshotId }) => this.stores.rpc.call(registerParts.settings, { snapshotId, options: EVERYTHING }, caller),
      10_000,
    );
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !CLOCKS.includes(name)));
  }

  /** Runs the change and holds, for everybody, what was before + the events against what is after. Gives what each heard. */
  async explain(users: readonly UserRow[], change: () => Promise<unknown>) {
    const organizationId = users[0]?.organizationId ?? 0;
    const index = await AudienceIndex.read(this.stores.database, organizationId);
    const seq = await newestSeq(this.stores.database, organizationId);
    const before = await Promise.all(users.map((user) => this.register(user.caller)));
    await change();
    const logged = await loggedEvents(this.stores.database, organizationId, seq);
    return Promise.all(
      users.map(async (user, place) => {
        const events = clientEvents(logged, queueView(user.id), index);
        expectEventsExplainState({ before: before[place] ?? {}, events, after: await this.register(user.caller), userId: user.id });
        return events.map(({ id: _, ...event }) => event);
      }),
    );
  }
}
