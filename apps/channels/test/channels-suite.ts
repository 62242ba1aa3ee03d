import {
  type Caller,
  decodeParams,
  type InputOf,
  listSubscriptions,
  type OutputOf,
  type RegisterOptions,
  registerParts,
  subscribe,
  unsubscribe,
} from '@parley/contracts';
import {
  AudienceIndex,
  type ClientState,
  clientEvents,
  loggedEvents,
  newestSeq,
  queueView,
  Rows,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import { ChannelsModule } from '../src/channels.module.js';

export const EVERYTHING: RegisterOptions = {
  fetchEventTypes: null,
  clientGravatar: false,
  includeSubscribers: 'true',
  slimPresence: false,
  presenceHistoryLimitDays: 14,
  applyMarkdown: true,
  capabilities: queueView(0).capabilities,
};

type Fields<C> = Partial<Record<keyof InputOf<C>, unknown>>;

/** The channels service on stores of its own, called as the gateway calls it. */
export class ChannelsSuite {
  readonly rows: Rows;

  private constructor(readonly suite: TestSuite) {
    this.rows = new Rows(suite.database);
  }

  static async open(): Promise<ChannelsSuite> {
    const suite = await TestSuite.open();
    await suite.start('channels', ChannelsModule);
    return new ChannelsSuite(suite);
  }

  close(): Promise<void> {
    return this.suite.close();
  }

  /** With the fields as a client sends them; the names of channels stand for `subscriptions`. */
  async subscribe(
    caller: Caller,
    names: readonly string[],
    fields: Omit<Fields<typeof subscribe>, 'subscriptions'> = {},
  ): Promise<OutputOf<typeof subscribe>> {
    const { params } = decodeParams(subscribe.params, { fields: { ...fields, subscriptions: names.map((name) => ({ name })) }, path: {} });
    return this.suite.rpc.call(subscribe, params, caller);
  }

  async unsubscribe(
    caller: Caller,
    names: readonly string[],
    principals?: readonly (number | string)[],
  ): Promise<OutputOf<typeof unsubscribe>> {
    const fields = principals === undefined ? {} : { principals };
    const { params } = decodeParams(unsubscribe.params, { fields: { ...fields, subscriptions: names }, path: {} });
    return this.suite.rpc.call(unsubscribe, params, caller);
  }

  async subscriptionNames(caller: Caller): Promise<string[]> {
    const { subscriptions } = await this.suite.rpc.call(listSubscriptions, { include_subscribers: 'false' }, caller);
    return subscriptions.map((subscription) => subscription.name);
  }

  /** The service's share of a registration, now. */
  registerFields(caller: Caller, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
    return this.suite.database.exportSnapshot(async ({ snapshotId }) => {
      const part = await this.suite.rpc.call(registerParts.channels, { snapshotId, options: { ...EVERYTHING, ...options } }, caller);
      return part.fields;
    }, 10_000);
  }

  /** Before a change: what `eventsSince` needs. */
  async mark(organizationId: number) {
    return {
      seq: await newestSeq(this.suite.database, organizationId),
      index: await AudienceIndex.read(this.suite.database, organizationId),
    };
  }

  /** What the user's client hears of everything logged since the mark. */
  async eventsSince(mark: Awaited<ReturnType<ChannelsSuite['mark']>>, user: UserRow) {
    const logged = await loggedEvents(this.suite.database, user.organizationId, mark.seq);
    return clientEvents(logged, queueView(user.id), mark.index);
  }
}
