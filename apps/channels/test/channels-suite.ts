import { type Caller, decodeParams, type InputOf, type OutputOf } from '@parley/contracts';
import { archiveChannel, getChannelId, listSubscriptions, subscribe, unsubscribe, updateChannel } from '@parley/contracts/channels';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { baseConfig } from '@parley/runtime';
import { type ClientState, type LogMark, noticesStub, REGISTER_EVERYTHING, Rows, TestSuite, type UserRow } from '@parley/testing';
import { ChannelsServiceModule } from '../src/channels-service.module.js';
import { channelsConfig } from '../src/config.js';

type Fields<C> = Partial<Record<keyof InputOf<C>, unknown>>;

/** The channels service on its own stores, called as the gateway calls it. */
export class ChannelsSuite {
  readonly rows: Rows;

  private constructor(readonly suite: TestSuite) {
    this.rows = new Rows(suite.database);
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<ChannelsSuite> {
    const suite = await TestSuite.open();
    await Promise.all([
      suite.start('channels', ChannelsServiceModule, channelsConfig, env),
      suite.start('messaging', noticesStub(), baseConfig),
    ]);
    return new ChannelsSuite(suite);
  }

  close(): Promise<void> {
    return this.suite.close();
  }

  /** With parameters as a client sends them. `names` become the parameter `subscriptions`. */
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

  /** With parameters as a client sends them. */
  async update(caller: Caller, channelId: number, fields: Omit<Fields<typeof updateChannel>, 'stream_id'>): Promise<void> {
    const { params } = decodeParams(updateChannel.params, { fields, path: { stream_id: String(channelId) } });
    await this.suite.rpc.call(updateChannel, params, caller);
  }

  async archive(caller: Caller, channelId: number): Promise<void> {
    await this.suite.rpc.call(archiveChannel, { stream_id: channelId }, caller);
  }

  /** Creates a channel with these subscribers, the first of whom is the creator. Returns its id. */
  async channel(
    people: readonly UserRow[],
    fields: Omit<Fields<typeof subscribe>, 'subscriptions'> = {},
    name = 'a channel',
  ): Promise<number> {
    const [creator] = people;
    if (creator === undefined) throw new Error('a channel needs a creator');
    await this.subscribe(creator.caller, [name], { principals: people.map((person) => person.id), ...fields });
    const { stream_id } = await this.suite.rpc.call(getChannelId, { stream: name }, creator.caller);
    return stream_id;
  }

  async subscriptionNames(caller: Caller): Promise<string[]> {
    const { subscriptions } = await this.suite.rpc.call(listSubscriptions, { include_subscribers: 'false' }, caller);
    return subscriptions.map((subscription) => subscription.name);
  }

  /** This service's part of a registration. */
  registerFields(caller: Caller, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
    return this.suite.registered('channels', caller, { ...REGISTER_EVERYTHING, ...options });
  }

  /** The current position of the log, for `eventsSince`. */
  mark(organizationId: number): Promise<LogMark> {
    return this.suite.mark(organizationId);
  }

  /** What the user's client receives of everything logged since the mark. */
  eventsSince(...parameters: Parameters<TestSuite['eventsSince']>): ReturnType<TestSuite['eventsSince']> {
    return this.suite.eventsSince(...parameters);
  }
}
