import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listChannelMembers, subscribe, unsubscribe } from '@parley/contracts/channels';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import {
  addReaction,
  getMessage,
  getMessageHistory,
  getMessages,
  type MessageObject,
  removeReaction,
  renderMessage,
  sendMessage,
  setTyping,
  updateMessage,
} from '@parley/contracts/messaging';
import { createUserGroup, deactivateUser, getUser, getUserGroupMembers, updateUser } from '@parley/contracts/organization';
import { ENDPOINTS } from '@parley/contracts/registry';
import { setOwnStatus } from '@parley/contracts/settings';
import { type ClientState, expectEventsExplainState } from '@parley/testing';
import { readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { ADDRESSES, ID_PARAMETERS } from './isolation/id-parameters.js';
import { ABSENT, type Ids } from './isolation/ids.js';
import { probe } from './isolation/probe.js';
import { LimitedOrganization, type Person } from './limited-guests/limited-organization.js';

let organization: LimitedOrganization;
let guest: Person;
/** Shares a channel with the guest. */
let friend: Person;
/** Shares nothing with the guest. */
let stranger: Person;
let channel: { id: number; name: string };
let shared: Ids;
let strangers: Ids;

const TIMEOUT_MS = 120_000;

beforeAll(async () => {
  organization = await LimitedOrganization.open(readDemo(process.env.PARLEY_DEMO_JSON));
  guest = await organization.newcomer('Gast', 600);
  friend = await organization.newcomer('Friend');
  stranger = await organization.newcomer('Stranger');
  channel = await organization.channel(friend, [guest]);
  const { id: message } = await friend.actor.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'isolation', content: 'hello' });
  const { group_id: group } = await organization.owner.actor.ok(createUserGroup, {
    name: organization.fresh('crew'),
    description: '',
    members: [stranger.id, friend.id],
  });
  shared = { ...ABSENT, channel: channel.id, channelName: channel.name, message, group };
  strangers = { ...shared, user: stranger.id, email: stranger.email, bot: await organization.botOf(stranger) };
}, TIMEOUT_MS);
afterAll(async () => {
  await organization?.close();
  closeConnections();
});

const OTHERS: Ids = { ...ABSENT, user: 1, email: 'another@other.example', bot: 2 };
const namesPerson = (build: (ids: Ids) => unknown) => JSON.stringify(build(ABSENT)) !== JSON.stringify(build(OTHERS));

describe('a user whom a guest may not see behaves exactly like an id that does not exist', () => {
  const cases = ENDPOINTS.filter(({ auth }) => auth !== 'none').flatMap((endpoint) => [
    ...Object.keys(endpoint.params).flatMap((name) =>
      (ID_PARAMETERS[name] ?? []).map((build, form) => ({ endpoint, name, build, form, type: undefined })),
    ),
    ...('to' in endpoint.params ? (ADDRESSES.direct ?? []) : []).map((build, form) => ({
      endpoint,
      name: 'to',
      build,
      form,
      type: 'direct',
    })),
  ]);

  it.each(
    cases
      .filter(({ build }) => namesPerson(build))
      .map((one) => ({ ...one, label: `${one.endpoint.method} ${one.endpoint.path} ${one.name} (form ${one.form})` })),
  )('$label', async ({ endpoint, name, build, type }) => {
    const [theirs, nobodys] = await Promise.all(
      [strangers, shared].map((ids) => probe({ actor: guest.actor, endpoint, name, value: build(ids), ids, type })),
    );
    expect(theirs).toEqual(nobodys);
  });

  it.each([
    ['loud', (name: string, id: number) => `@**${name}** @**${name}|${id}** @**|${id}**`],
    ['silent', (name: string, id: number) => `@_**${name}** @_**${name}|${id}** @_**|${id}**`],
  ])('in %s mentions', async (_, text) => {
    const { rendered } = await guest.actor.ok(renderMessage, { content: text(stranger.name, stranger.id) });
    const { rendered: unknown } = await guest.actor.ok(renderMessage, { content: text('Unknown Person', ABSENT.user) });
    const anonymous = (html: string) =>
      html
        .replaceAll(stranger.name, 'N')
        .replaceAll('Unknown Person', 'N')
        .replaceAll(/\b\d{2,}\b/g, '#');
    expect(anonymous(rendered)).toBe(anonymous(unknown));
    const content = text(stranger.name, stranger.id);
    const { id } = await guest.actor.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'mentions', content });
    const [flagged] = await messagesOf(stranger, id);
    expect(flagged?.content).not.toContain('data-user-id');
  });

  it('in lists of ids: members of a group, subscribers of a channel', async () => {
    const { members } = await guest.actor.ok(getUserGroupMembers, { user_group_id: shared.group });
    expect(members).toEqual([friend.id]);
    const { subscribers } = await guest.actor.ok(listChannelMembers, { stream_id: channel.id });
    expect(subscribers).toEqual([guest.id, friend.id].sort((a, b) => a - b));
  });
});

function messagesOf(reader: Person, ...message_ids: number[]): Promise<readonly MessageObject[]> {
  return reader.actor.ok(getMessages, { message_ids }).then(({ messages }) => messages);
}

const toChannel = (sender: Person, content: string) =>
  sender.actor.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'placeholders', content }).then(({ id }) => id);

describe('a guest receives a placeholder for such a user', () => {
  const placeholder = () => ({
    sender_id: stranger.id,
    sender_full_name: 'Unknown user',
    sender_email: expect.stringMatching(`^user${stranger.id}@other\\.`),
    avatar_url: expect.stringContaining('00000000000000000000000000000000'),
  });

  it('as sender: in events, lists and searches', async () => {
    const [forGuest, forFriend] = await Promise.all([guest, friend].map(({ actor }) => Listener.begin(actor, ['message'])));
    const word = `w${organization.fresh('').replaceAll(/\W/g, '')}`;
    const id = await toChannel(stranger, word);
    expect(await forGuest?.receive(1)).toMatchObject([{ message: { id, ...placeholder() } }]);
    expect(await forFriend?.receive(1)).toMatchObject([{ message: { id, sender_full_name: stranger.name, sender_email: stranger.email } }]);
    expect(await messagesOf(guest, id)).toMatchObject([placeholder()]);
    expect(await messagesOf(friend, id)).toMatchObject([{ sender_full_name: stranger.name }]);
    const narrow = [{ operator: 'search', operand: word }];
    const { messages } = await guest.actor.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    expect(messages).toMatchObject([placeholder()]);
  });

  it('as a mentioned user: in events, lists, edits, the history and search results', async () => {
    const listener = await Listener.begin(guest.actor, ['message', 'update_message'], { apply_markdown: true });
    const word = `w${organization.fresh('').replaceAll(/\W/g, '')}`;
    const id = await toChannel(friend, `${word} @**${stranger.name}** and @_**${stranger.name}**`);
    await friend.actor.ok(updateMessage, { message_id: id, content: `${word} again @**${stranger.name}**` });
    const [sent, updated] = await listener.receive(2);
    const loud = `<span class="user-mention" data-user-id="${stranger.id}">@Unknown user</span>`;
    const silent = `<span class="user-mention silent" data-user-id="${stranger.id}">Unknown user</span>`;
    expect(sent).toMatchObject({ message: { id, content: `<p>${word} ${loud} and ${silent}</p>` } });
    expect(updated).toMatchObject({
      message_id: id,
      orig_rendered_content: `<p>${word} ${loud} and ${silent}</p>`,
      rendered_content: `<p>${word} again ${loud}</p>`,
    });
    const [message] = await messagesOf(guest, id);
    expect(message?.content).toBe(`<p>${word} again ${loud}</p>`);
    const { message_history } = await guest.actor.ok(getMessageHistory, { message_id: id });
    expect(
      JSON.stringify(message_history.map(({ rendered_content, content_html_diff }) => [rendered_content, content_html_diff])),
    ).not.toContain(stranger.name);
    const narrow = [{ operator: 'search', operand: word }];
    const { messages } = await guest.actor.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    expect(messages[0]?.match_content).not.toContain(stranger.name);
    expect((await messagesOf(friend, id))[0]?.content).toContain(stranger.name);
  });

  it('in reactions, with the terminal client', async () => {
    const terminal = { client: 'ZulipTerminal/0.7.0' };
    const id = await toChannel(friend, 'what do you think');
    const listener = await Listener.begin(guest.actor, ['reaction'], terminal);
    const emoji_name = 'tada';
    await stranger.actor.ok(addReaction, { message_id: id, emoji_name });
    await friend.actor.ok(addReaction, { message_id: id, emoji_name });
    await stranger.actor.ok(removeReaction, { message_id: id, emoji_name });
    const unknown = { user_id: stranger.id, full_name: 'Unknown user', email: expect.not.stringContaining(stranger.email) };
    const known = { user_id: friend.id, full_name: friend.name };
    expect(await listener.receive(3)).toMatchObject([{ user: unknown }, { user: known }, { op: 'remove', user: unknown }]);
    await stranger.actor.ok(addReaction, { message_id: id, emoji_name });
    const { message } = await guest.actor.ok(getMessage, { message_id: id, ...terminal });
    expect(message.reactions).toMatchObject([{ user: known }, { user: unknown }]);
  });

  it('and no typing events of theirs', async () => {
    const listener = await Listener.begin(guest.actor, ['typing'], { client_capabilities: { stream_typing_notifications: true } });
    await stranger.actor.ok(setTyping, { op: 'start', type: 'channel', stream_id: channel.id, topic: 'typing' });
    await stranger.actor.ok(setTyping, { op: 'start', type: 'direct', to: [guest.id] });
    await friend.actor.ok(setTyping, { op: 'start', type: 'channel', stream_id: channel.id, topic: 'typing' });
    expect(await listener.receive(1)).toMatchObject([{ sender: { user_id: friend.id } }]);
  });
});

type Event = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

describe('access to users that changes while messages are sent', () => {
  const FIELDS = {
    apply_markdown: true,
    event_types: ['realm_user', 'user_status', 'message'],
    fetch_event_types: ['realm_user', 'user_status'],
  };

  const registered = async (capabilities: Record<string, boolean>) => {
    const answer = await guest.actor.ok(registerQueue, { ...FIELDS, client_capabilities: capabilities });
    const fields = ['realm_users', 'realm_non_active_users', 'user_status'];
    const state: ClientState = Object.fromEntries(fields.map((field) => [field, Reflect.get(answer, field)]));
    return { queueId: answer.queue_id ?? '', lastEventId: answer.last_event_id, state };
  };

  const receivedUntil = async (at: { queueId: string; lastEventId: number }, lastId: number): Promise<Event[]> => {
    const received: Event[] = [];
    for (let last = at.lastEventId; last <= lastId; last = received.at(-1)?.id ?? last) {
      received.push(...(await guest.actor.ok(getEvents, { queue_id: at.queueId, last_event_id: last })).events);
    }
    return received.filter(({ id }) => id <= lastId);
  };

  it(
    'sends events that explain every snapshot, and no message names a user before or after they are visible',
    async () => {
      const [passer, writer] = [await organization.newcomer('Passer'), await organization.newcomer('Writer')];
      await passer.actor.ok(setOwnStatus, { status_text: 'in the shed' });
      const ways = [true, false].map((user_list_incomplete) => ({ user_list_incomplete }));
      const before = await Promise.all(ways.map(registered));
      const mine = { subscriptions: [{ name: channel.name }], send_new_subscription_messages: false };
      let isDone = false;
      const flow = async () => {
        while (!isDone) await toChannel(passer, `to @**${writer.name}**`);
      };
      const flowing = flow();
      const join = (...people: Person[]) => friend.actor.ok(subscribe, { ...mine, principals: people.map(({ id }) => id) });
      const leave = (...people: Person[]) =>
        organization.owner.actor.ok(unsubscribe, { subscriptions: [channel.name], principals: people.map(({ id }) => id) });
      const steps = [
        () => join(passer),
        () => leave(passer),
        () => join(passer, writer),
        () => organization.owner.actor.ok(updateUser, { user_id: String(writer.id), full_name: organization.fresh('Other') }),
        () => leave(guest),
        () => join(guest),
        () => leave(writer, passer),
        () => writer.actor.ok(setOwnStatus, { status_text: 'unseen' }),
        () => join(writer),
        () => leave(writer),
        () => writer.actor.ok(sendMessage, { type: 'direct', to: [guest.id, passer.id], content: 'hello' }),
        () => leave(passer),
      ];
      for (const step of steps) await step();
      isDone = true;
      await flowing;
      const after = await Promise.all(ways.map(registered));
      await friend.actor.ok(sendMessage, { type: 'direct', to: [guest.id], content: 'behind everything' });
      for (const [way, start] of before.entries()) {
        const end = after[way];
        if (end === undefined) throw new Error('not registered again');
        const received = await receivedUntil(start, end.lastEventId);
        const others = received.filter(({ type }) => type !== 'message');
        expectEventsExplainState({ before: start.state, events: others, after: end.state, userId: guest.id });
        expect(wronglyShown(received, passer.id)).toEqual([]);
        expect(wronglyShown(received, writer.id)).toEqual([]);
        expect(others.filter(({ op }) => op === 'remove').length).toBeGreaterThan(3);
      }
      expect(await guest.actor.ok(getUser, { user_id: String(writer.id) })).toMatchObject({ user: { user_id: writer.id } });
    },
    TIMEOUT_MS,
  );

  it(
    'sends events that explain the snapshot when the organization ends its limit and begins it again, also of people who left',
    async () => {
      const left = await organization.newcomer('Leaver');
      for (const person of [left, stranger]) await person.actor.ok(setOwnStatus, { status_text: 'painting' });
      await organization.owner.actor.ok(deactivateUser, { user_id: left.id });
      const ways = [true, false].map((user_list_incomplete) => ({ user_list_incomplete }));
      const change = async (work: () => Promise<void>) => {
        const before = await Promise.all(ways.map(registered));
        await work();
        const after = await Promise.all(ways.map(registered));
        await friend.actor.ok(sendMessage, { type: 'direct', to: [guest.id], content: 'behind everything' });
        for (const [way, start] of before.entries()) {
          const end = after[way];
          if (end === undefined) throw new Error('not registered again');
          const events = (await receivedUntil(start, end.lastEventId)).filter(({ type }) => type !== 'message');
          expectEventsExplainState({ before: start.state, events, after: end.state, userId: guest.id });
          expect(events.map(({ person }) => Object(person).user_id)).toEqual(expect.arrayContaining([left.id, stranger.id]));
        }
      };
      await change(() => organization.limitGuests('role:everyone'));
      await change(() => organization.limitGuests('role:members'));
    },
    TIMEOUT_MS,
  );

  /** Messages that do not show the user as the guest may see them at that position. */
  function wronglyShown(events: readonly Event[], personId: number): unknown[] {
    const faults: unknown[] = [];
    let isKnown = false;
    for (const event of events) {
      const person = event.person as { user_id: number; full_name?: string } | undefined;
      if (event.type === 'realm_user' && person?.user_id === personId) {
        if (event.op === 'add') isKnown = person.full_name !== 'Unknown user';
        if (event.op === 'remove') isKnown = false;
      }
      if (event.type !== 'message') continue;
      const message = event.message as MessageObject;
      const mention = new RegExp(`data-user-id="${personId}">@([^<]*)<`).exec(message.content)?.[1];
      for (const name of [message.sender_id === personId ? message.sender_full_name : undefined, mention]) {
        if (name !== undefined && (name !== 'Unknown user') !== isKnown) faults.push({ id: event.id, name, isKnown });
      }
    }
    return faults;
  }
});
