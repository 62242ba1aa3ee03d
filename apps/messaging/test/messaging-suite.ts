import { ApiError, type Caller, type Endpoint, type LoggedEvent, type OutputOf, type ParamShape } from '@parley/contracts';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import { getMessages, type MessageObject, sendMessage, updateMessageFlags, type WireNarrow } from '@parley/contracts/messaging';
import {
  AudienceIndex,
  type ChannelRow,
  type ClientState,
  clientEvents,
  expectSoon,
  type LogMark,
  queueView,
  REGISTER_EVERYTHING,
  Rows,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { messagingConfig } from '../src/config.js';
import { ApplyRetention } from '../src/deleting/apply-retention.js';
import { MessagingModule } from '../src/messaging.module.js';
import { CompactReadFlags } from '../src/unread/compact-read-flags.js';

/** The messaging service on stores of its own, called as the gateway calls it. */
export class MessagingSuite {
  readonly rows: Rows;

  private constructor(
    readonly suite: TestSuite,
    readonly service: Awaited<ReturnType<TestSuite['start']>>,
  ) {
    this.rows = new Rows(suite.database);
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<MessagingSuite> {
    const suite = await TestSuite.open();
    return new MessagingSuite(suite, await suite.start('messaging', MessagingModule, messagingConfig, env));
  }

  close(): Promise<void> {
    return this.suite.close();
  }

  /** Runs the retention job now. */
  applyRetention(): Promise<void> {
    return this.service.app.get(ApplyRetention).execute();
  }

  /** Runs the compaction job now, for users with at least `minRows` rows in a place. */
  compactReadFlags(minRows: number): Promise<void> {
    return this.service.app.get(CompactReadFlags).execute(minRows);
  }

  get client() {
    return this.suite.database.client;
  }

  /** Resolves when a statement of this test's database waits for a lock. */
  async untilStatementWaits(): Promise<void> {
    const isWaiting = async () => {
      const waiting = await this.client.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    await expectSoon(isWaiting, true);
  }

  /** Ann and Bob in a public channel, and Eve who is not in it. */
  async channelOfTwo() {
    const organization = await this.rows.organization();
    const ann = await this.rows.user(organization, { fullName: 'Ann' });
    const bob = await this.rows.user(organization, { fullName: 'Bob' });
    const eve = await this.rows.user(organization, { fullName: 'Eve' });
    const channel = await this.rows.channel(organization);
    await this.rows.subscription(channel, [ann, bob]);
    return { organization, ann, bob, eve, channel };
  }

  /** Like `channelOfTwo`, with Eve in the channel too. */
  async channelOfThree() {
    const made = await this.channelOfTwo();
    await this.rows.subscription(made.channel, [made.eve]);
    return made;
  }

  /** Calls an endpoint with fields as a client sends them. */
  call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R, 'user' | 'optional'>,
    caller: Caller,
    fields: Readonly<Record<string, unknown>>,
    path: Readonly<Record<string, string>> = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    return this.suite.call(endpoint, caller, fields, path);
  }

  async send(from: UserRow, fields: Readonly<Record<string, unknown>>): Promise<number> {
    const { id } = await this.call(sendMessage, from.caller, { content: 'hello', ...fields });
    return id;
  }

  sendToChannel(from: UserRow, channel: ChannelRow, fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
    return this.send(from, { type: 'stream', to: channel.id, topic: 'plans', ...fields });
  }

  sendDirect(from: UserRow, to: readonly UserRow[], fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
    return this.send(from, { type: 'direct', to: to.map(({ id }) => id), ...fields });
  }

  /** The result of GET /messages for the newest messages, or for the range in `fields`. */
  read(by: UserRow, narrow: WireNarrow, fields: Readonly<Record<string, unknown>> = {}): Promise<OutputOf<typeof getMessages>> {
    return this.call(getMessages, by.caller, { anchor: 'newest', num_before: 1000, num_after: 0, narrow, ...fields });
  }

  async readIds(by: UserRow, narrow: WireNarrow, fields: Readonly<Record<string, unknown>> = {}): Promise<number[]> {
    const { messages } = await this.read(by, narrow, fields);
    return messages.map(({ id }) => id);
  }

  /** Those of the messages that the user may see, with their flags. */
  async seen(by: UserRow, ids: readonly number[]): Promise<readonly MessageObject[]> {
    const { messages } = await this.call(getMessages, by.caller, { message_ids: ids });
    return messages;
  }

  async flagsOf(by: UserRow, id: number): Promise<readonly string[] | undefined> {
    const [message] = await this.seen(by, [id]);
    return message?.flags;
  }

  changeFlags(by: UserRow, op: string, flag: string, messages: readonly number[]): Promise<OutputOf<typeof updateMessageFlags>> {
    return this.call(updateMessageFlags, by.caller, { messages, op, flag });
  }

  /** The service's part of a registration, now. */
  registerFields(by: UserRow, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
    return this.suite.registered('messaging', by.caller, { ...REGISTER_EVERYTHING, ...options });
  }

  /** Marks the position in the log for `eventsSince`. */
  mark(organizationId: number): Promise<LogMark> {
    return this.suite.mark(organizationId);
  }

  /** The events that the user's client receives for everything logged since the mark. */
  eventsSince(...requested: Parameters<TestSuite['eventsSince']>): ReturnType<TestSuite['eventsSince']> {
    return this.suite.eventsSince(...requested);
  }

  /** The events that the user's client receives for announcements, with current subscriptions. */
  async announced(
    announcements: readonly Omit<LoggedEvent, 'incarnation' | 'seq' | 'at'>[],
    user: UserRow,
    queue: Parameters<typeof queueView>[1] = {},
  ) {
    const index = await AudienceIndex.read(this.suite.database, user.organizationId);
    const events = announcements.map((announced) => ({ ...announced, incarnation: '', seq: 0, at: 0 }));
    return clientEvents(events, queueView(user.id, queue), index).map(({ id: _, ...event }) => event);
  }

  /** The error that a call is answered with. */
  async refusal(answer: Promise<unknown>): Promise<ApiError> {
    try {
      await answer;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
    throw new Error('was accepted');
  }

  /** Counts rows that a change could write, by table: a refusal must not change them. */
  async rowCounts(organizationId: number) {
    const where = { organizationId };
    const { seq } = await this.client.organizationCounter.findUniqueOrThrow({ where });
    return {
      seq: Number(seq),
      events: await this.client.eventLog.count({ where }),
      messages: await this.client.message.count({ where }),
      searchWords: await this.client.messageSearch.count({ where }),
      topics: await this.client.topic.count({ where }),
      conversations: await this.client.conversation.count({ where }),
      participants: await this.client.conversationParticipant.count({ where }),
      flags: await this.client.messageFlag.count({ where }),
      localIds: await this.client.sentLocalId.count({ where }),
      activities: await this.client.channelActivity.count({ where }),
      userTopics: await this.client.userTopic.count({ where }),
      readMarks: await this.client.channelRead.count({ where }),
    };
  }
}
