import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mayReadMessage } from '@parley/access';
import { ROLES, topicKey } from '@parley/contracts';
import {
  deleteMessage,
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
  muteUser,
  type UnreadSummary,
  unmuteUser,
  unreadSummary,
  updateMessage,
} from '@parley/contracts/messaging';
import { testSeeds } from '@parley/runtime';
import { type Chance, type OrganizationRow, seededChance, type UserRow } from '@parley/testing';
import { joinChannel, leaveChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';
import { type ModelChannel, type ModelMessage, ReferenceModel } from './reference-model.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const OPERATIONS = 300;
const CHECK_EVERY = 60;
/** Some 2,000 calls, one after the other: a busy machine takes minutes. */
const DEADLINE_MS = 240_000;
const TOPICS = ['plans', 'Plans', 'fun', ''];

/** One organization, its users and channels, and the model of what must be true of them. */
class History {
  readonly model = new ReferenceModel();
  compactedRows = 0;

  private constructor(
    private readonly chance: Chance,
    readonly organization: OrganizationRow,
    readonly users: readonly UserRow[],
    readonly channels: readonly ModelChannel[],
  ) {}

  static async begin(chance: Chance): Promise<History> {
    const organization = await suite.rows.organization();
    const roles = [ROLES.owner, ROLES.member, ROLES.member, ROLES.member, ROLES.guest, ROLES.guest];
    const users: UserRow[] = [];
    for (const [n, role] of roles.entries()) users.push(await suite.rows.user(organization, { role, fullName: `Person ${n}` }));
    const kinds = [
      { isPrivate: false, historyPublicToSubscribers: true },
      { isPrivate: true, historyPublicToSubscribers: true },
      { isPrivate: true, historyPublicToSubscribers: false },
    ];
    const channels: ModelChannel[] = [];
    for (const kind of [...kinds, ...kinds]) channels.push({ ...kind, row: await suite.rows.channel(organization, kind) });
    const history = new History(chance, organization, users, channels);
    for (const user of users) for (const channel of channels) if (chance.happens(0.5)) await history.join(user, channel);
    return history;
  }

  async step(): Promise<void> {
    const user = this.chance.pick(this.users);
    const channel = this.chance.pick(this.channels);
    await this.chance.weighted([
      [30, () => this.sendToChannel(user, channel)],
      [12, () => this.sendDirect(user)],
      [14, () => this.join(user, channel)],
      [12, () => this.leave(user, channel)],
      [10, () => this.change(user, 'add', 'read')],
      [8, () => this.change(user, 'remove', 'read')],
      [5, () => this.change(user, 'add', 'starred')],
      [3, () => this.change(user, 'remove', 'starred')],
      [4, () => this.markChannel(user, channel)],
      [4, () => this.markTopic(user, channel)],
      [1, () => this.markAll(user)],
      [4, () => this.muteOrUnmute(user)],
      [8, () => this.move(channel)],
      [3, () => this.delete()],
      [4, () => this.fold()],
    ]);
  }

  /** The only visible difference is the number of rows. */
  private async fold(): Promise<void> {
    const before = await readRows(this.organization);
    await suite.compactReadFlags(1);
    this.compactedRows += before - (await readRows(this.organization));
  }

  visible(user: UserRow): ModelMessage[] {
    return this.model.messages.filter((message) => this.maySee(user, message));
  }

  /** Decides by the policy alone, from what the model knows. */
  private maySee(user: UserRow, message: ModelMessage): boolean {
    if (!('channel' in message.to)) return mayReadMessage({ kind: 'direct', isParticipant: message.to.people.includes(user) });
    const { channel } = message.to;
    return mayReadMessage({
      kind: 'channel',
      channel: { ...channel, isWebPublic: false },
      person: { role: user.role, isSubscribed: this.model.isSubscribed(user, channel), mayJoinByGroup: false, administersByGroup: false },
      spans: this.wasPlacedFor(user, message) ? [{ afterId: message.id - 1, untilId: message.id }] : [],
      placedAtId: message.id,
    });
  }

  private wasPlacedFor(user: UserRow, message: ModelMessage): boolean {
    return message.placedFor === null ? this.model.receivedIn(user, message) : message.placedFor.has(user.id);
  }

  /** The owner moves a message, and others of its topic that they may see, to a channel to which they may write. */
  private async move(to: ModelChannel): Promise<void> {
    const [owner] = this.users;
    if (owner === undefined || (to.isPrivate && !this.model.isSubscribed(owner, to))) return;
    const inChannels = this.visible(owner).filter((message) => 'channel' in message.to);
    const [message] = inChannels.length === 0 ? [] : [this.chance.pick(inChannels)];
    const topic = this.chance.pick(TOPICS);
    if (message === undefined || !('channel' in message.to)) return;
    const from = message.to;
    if (from.channel === to && from.topic === topic) return;
    const mode = this.chance.pick(['change_one', 'change_later', 'change_all']);
    const sameTopic = inChannels.filter(
      (other) => 'channel' in other.to && other.to.channel === from.channel && topicKey(other.to.topic) === topicKey(from.topic),
    );
    const moved = sameTopic.filter(
      (other) => other === message || mode === 'change_all' || (mode === 'change_later' && other.id > message.id),
    );
    const seenBefore = this.users.map((user) => [user, moved.filter((each) => this.maySee(user, each))] as const);
    const fields = { stream_id: to.row.id, topic, propagate_mode: mode, send_notification_to_new_thread: false };
    await suite.call(updateMessage, owner.caller, fields, { message_id: String(message.id) });
    this.model.move(moved, this.users, to, topic);
    for (const [user, saw] of seenBefore) for (const each of saw) if (!this.maySee(user, each)) this.model.unstar(user, each);
  }

  /** An owner may delete messages that they may see. */
  private async delete(): Promise<void> {
    const [owner] = this.users;
    const visible = owner === undefined ? [] : this.visible(owner);
    if (owner === undefined || visible.length === 0) return;
    const message = this.chance.pick(visible);
    await suite.call(deleteMessage, owner.caller, {}, { message_id: String(message.id) });
    this.model.delete(message);
  }

  private async sendToChannel(user: UserRow, channel: ModelChannel): Promise<void> {
    const may = this.model.isSubscribed(user, channel) || (!channel.isPrivate && user.role !== ROLES.guest);
    if (!may) return;
    const topic = this.chance.pick(TOPICS);
    const { text, ...options } = this.text();
    const id = await suite.sendToChannel(user, channel.row, { topic, content: text, read_by_sender: options.isReadBySender });
    this.model.send(
      { id, sender: user, to: { channel, topic }, mentionsAll: options.mentionsAll, placedFor: null },
      { users: this.users, ...options },
    );
  }

  private async sendDirect(user: UserRow): Promise<void> {
    const people = [...new Set([user, ...this.chance.some(this.users, 3)])];
    const { text, ...options } = this.text();
    const id = await suite.sendDirect(user, people, { content: text, read_by_sender: options.isReadBySender });
    this.model.send(
      { id, sender: user, to: { people }, mentionsAll: options.mentionsAll, placedFor: null },
      { users: this.users, ...options },
    );
  }

  private text() {
    const mentioned = this.chance.happens(0.3) ? this.chance.some(this.users, 2) : [];
    const mentionsAll = this.chance.happens(0.15);
    const text = ['hi', ...mentioned.map(({ id }) => `@**|${id}**`), ...(mentionsAll ? ['@**all**'] : [])].join(' ');
    return { text, mentioned, mentionsAll, isReadBySender: this.chance.happens(0.5) };
  }

  private async join(user: UserRow, channel: ModelChannel): Promise<void> {
    if (this.model.isSubscribed(user, channel)) return;
    await joinChannel(suite.suite, user, channel.row);
    this.model.join(user, channel);
  }

  private async leave(user: UserRow, channel: ModelChannel): Promise<void> {
    if (!this.model.isSubscribed(user, channel)) return;
    await leaveChannel(suite.suite, user, channel.row);
    this.model.leave(user, channel);
  }

  private async change(user: UserRow, op: 'add' | 'remove', flag: string): Promise<void> {
    const messages = this.chance.some(this.visible(user), 4);
    await suite.changeFlags(
      user,
      op,
      flag,
      messages.map(({ id }) => id),
    );
    this.model.change(user, op, flag, messages);
  }

  private async markChannel(user: UserRow, channel: ModelChannel): Promise<void> {
    if (!this.model.isSubscribed(user, channel)) return;
    await suite.call(markChannelAsRead, user.caller, { stream_id: channel.row.id });
    this.readUnread(user, (message) => 'channel' in message.to && message.to.channel === channel);
  }

  private async markTopic(user: UserRow, channel: ModelChannel): Promise<void> {
    const topic = this.chance.pick(TOPICS);
    const inTopic = (message: ModelMessage) =>
      'channel' in message.to && message.to.channel === channel && topicKey(message.to.topic) === topicKey(topic);
    if (!this.visible(user).some(inTopic)) return;
    await suite.call(markTopicAsRead, user.caller, { stream_id: channel.row.id, topic_name: topic });
    this.readUnread(user, inTopic);
  }

  private async markAll(user: UserRow): Promise<void> {
    await suite.call(markAllAsRead, user.caller, {});
    this.readUnread(user, () => true);
  }

  private readUnread(user: UserRow, which: (message: ModelMessage) => boolean): void {
    this.model.change(user, 'add', 'read', this.model.unread(user).filter(which));
  }

  /** What muting must write: a mark at infinity, and the sender's unread messages become read. */
  private async muteOrUnmute(user: UserRow): Promise<void> {
    const sender = this.chance.pick(this.users);
    if (sender === user) return;
    const path = { muted_user_id: String(sender.id) };
    if (this.model.hasMuted(user, sender)) {
      await suite.call(unmuteUser, user.caller, {}, path);
      this.model.unmute(user, sender);
      return;
    }
    const unread = this.model.unread(user).filter((message) => message.sender === sender);
    await suite.call(muteUser, user.caller, {}, path);
    this.model.change(user, 'add', 'read', unread);
    this.model.mute(user, sender);
  }
}

/** Of all histories together: a single one may have few. */
const totals = { compacted: 0, moved: 0 };

describe.each(testSeeds([1, 2, 3]))(
  'a random history (seed %i) of sends, joins, leaves, moves, deletions, reading and compaction',
  (seed) => {
    it(
      `is seen, flagged and counted as with a row per recipient, by everybody, after each ${CHECK_EVERY} of ${OPERATIONS} steps`,
      async () => {
        const history = await History.begin(seededChance(seed));
        for (let step = 1; step <= OPERATIONS; step += 1) {
          await history.step();
          if (step % CHECK_EVERY === 0) for (const user of history.users) await check(history, user);
        }
        expect(history.model.messages.length).toBeGreaterThan(30);
        totals.compacted += history.compactedRows;
        totals.moved += history.model.messages.filter(({ placedFor }) => placedFor !== null).length;
      },
      DEADLINE_MS,
    );
  },
);

it('random histories compact rows, and move messages to other channels', () => {
  expect(totals.compacted).toBeGreaterThan(0);
  expect(totals.moved).toBeGreaterThan(0);
});

/** Rows with only the "read" flag. */
function readRows({ id: organizationId }: OrganizationRow): Promise<number> {
  return suite.client.messageFlag.count({ where: { organizationId, flags: 1 } });
}

async function check(history: History, user: UserRow): Promise<void> {
  const { model } = history;
  const visible = history.visible(user);
  const ids = (messages: readonly ModelMessage[]) => messages.map(({ id }) => id);

  const seen = await suite.seen(user, ids(model.messages));
  const shown = seen.map(({ id, flags = [] }) => [id, [...flags].sort()]);
  expect(shown).toEqual(visible.map((message) => [message.id, [...model.flags(user, message)].sort()]));

  const own = visible.filter((message) => model.has(user, message));
  expect(await suite.readIds(user, [])).toEqual(ids(own));
  expect(await suite.readIds(user, [], { anchor: 'oldest', num_before: 0, num_after: 5 })).toEqual(ids(own).slice(0, 5));

  const unread = model.unread(user);
  expect(await suite.readIds(user, [{ operator: 'is', operand: 'unread' }])).toEqual(ids(unread));
  const { unread_msgs, starred_messages } = await suite.registerFields(user);
  expect(listed(unreadSummary.parse(unread_msgs))).toEqual(ids(unread));
  expect(starred_messages).toEqual(ids(model.messages.filter((message) => model.flags(user, message).has('starred'))));

  for (const channel of history.channels) {
    if (!model.isSubscribed(user, channel) && (channel.isPrivate || user.role === ROLES.guest)) continue;
    const inChannel = visible.filter((message) => 'channel' in message.to && message.to.channel === channel);
    expect(await suite.readIds(user, [{ operator: 'channel', operand: channel.row.id }])).toEqual(ids(inChannel));
  }
}

function listed({ pms, streams, huddles }: UnreadSummary): number[] {
  return [...pms, ...streams, ...huddles].flatMap((entry) => entry.unread_message_ids).sort((a, b) => a - b);
}
