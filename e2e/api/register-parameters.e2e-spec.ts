import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { sendMessage } from '@parley/contracts/messaging';
import { reportPresence, updateSettings } from '@parley/contracts/settings';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { type ClientRun, type Person, sideBySide } from '../client/side-by-side.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.member);
let person: Person;
beforeAll(async () => {
  person = await world.newcomer('Para Meter');
});
afterAll(() => closeConnections());

/** The maximum lifetime of a queue, in seconds. */
const WEEK = 7 * 24 * 3600;

type Way = Readonly<Record<string, unknown>>;
const clients = (ways: readonly Way[], operation?: () => Promise<unknown>) => sideBySide(world, person, ways, operation);
/** Only messages of the member, because the client also receives others. */
const contents = ({ received }: ClientRun): string[] =>
  received.map(({ message }) => Object(message)).flatMap(({ sender_id, content }) => (sender_id === world.member.user_id ? content : []));
const send = (to: { id: number }, content: string) => member.ok(sendMessage, { type: 'channel', to: to.id, topic: 'ways', content });
const sendTo = (user_id: number, content: string) => member.ok(sendMessage, { type: 'direct', to: [user_id], content });
const entryOf = (observed: ClientRun | undefined, list: string, key: string, id: number) =>
  (Object(observed?.before)[list] as Record<string, unknown>[]).find((entry) => entry[key] === id);

/** One test for each parameter. Those of client_capabilities are in client-capabilities.e2e-spec.ts. */
const PROOFS: Readonly<Record<Exclude<keyof typeof registerQueue.params, 'client_capabilities'>, () => Promise<void>>> = {
  apply_markdown: async () => {
    const observed = await clients([{ apply_markdown: true }, { apply_markdown: false }, {}], () => sendTo(person.user_id, '**strong**'));
    const [html, markdown] = ['<p><strong>strong</strong></p>', '**strong**'];
    expect(observed.map(contents)).toEqual([[html], [markdown], [markdown]]);
  },

  client_extavatar: async () => {
    const fetch_event_types = ['realm_user'];
    const observed = await clients(
      [{ client_extavatar: true }, {}, { client_extavatar: false }].map((way) => ({ ...way, fetch_event_types })),
      () => sendTo(person.user_id, 'with a face'),
    );
    const computed = [null, null, expect.stringMatching(/^https?:|^\//)];
    expect(observed.map((each) => entryOf(each, 'realm_users', 'user_id', person.user_id)?.avatar_url)).toEqual(computed);
    const seen = ({ received }: ClientRun) =>
      received.map(({ message }) => Object(message)).find(({ content }) => content === 'with a face');
    expect(observed.map((each) => seen(each)?.avatar_url)).toEqual(computed);
  },

  include_subscribers: async () => {
    const { id } = await world.channel([world.member, person]);
    const forms = [true, false, 'true', 'false', 'partial', undefined];
    const observed = await clients(forms.map((include_subscribers) => ({ include_subscribers, fetch_event_types: ['subscription'] })));
    // Channels with fewer than 250 subscribers always have all of them. large-channels.e2e-spec.ts tests a larger one.
    const subscribers = [world.member.user_id, person.user_id].sort((a, b) => a - b);
    for (const each of observed) expect(entryOf(each, 'subscriptions', 'stream_id', id)).toMatchObject({ subscribers });
  },

  slim_presence: async () => {
    await world.as(world.colleague).ok(reportPresence, { status: 'active' });
    const observed = await clients([true, false].map((slim_presence) => ({ slim_presence, fetch_event_types: ['presence'] })));
    const [slim, wide] = observed.map(({ before }) => Object(before.presences));
    expect(slim[world.colleague.user_id]).toEqual({ active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) });
    expect(wide[world.colleague.email]).toMatchObject({ aggregated: { status: 'active' }, website: { status: 'active' } });
  },

  presence_history_limit_days: async () => {
    await world.as(world.colleague).ok(reportPresence, { status: 'active' });
    const way = { slim_presence: true, fetch_event_types: ['presence'] };
    const observed = await clients([{ ...way, presence_history_limit_days: 1 }, { ...way, presence_history_limit_days: 0 }, way]);
    const [day, none, initial] = observed.map(({ before }) => String(world.colleague.user_id) in Object(before.presences));
    expect([day, none, initial]).toEqual([true, false, true]);
  },

  event_types: async () => {
    const channel = await world.channel([world.member, person]);
    const ways = [['message'], ['message', 'user_settings', 'of_next_year'], null];
    const observed = await clients(
      ways.map((event_types) => ({ event_types })),
      async () => {
        await send(channel, 'for all');
        await world.as(person).ok(updateSettings, { fluid_layout_width: true });
      },
    );
    const typesOf = ({ received }: ClientRun) =>
      new Set(received.map(({ type }) => type).filter((type) => ['message', 'user_settings'].includes(type)));
    expect(observed.map(typesOf)).toEqual([new Set(['message']), ...Array(2).fill(new Set(['message', 'user_settings']))]);
    await world.as(person).ok(updateSettings, { fluid_layout_width: false });
  },

  fetch_event_types: async () => {
    const observed = await clients([
      { fetch_event_types: ['alert_words', 'of_next_year'] },
      { fetch_event_types: undefined, event_types: ['message', 'drafts'] },
      { fetch_event_types: null, event_types: ['message', 'drafts'] },
      { fetch_event_types: [] },
      { fetch_event_types: null, event_types: null },
    ]);
    const groups = ['alert_words', 'drafts', 'max_message_id', 'subscriptions'];
    expect(observed.map(({ before }) => groups.filter((field) => field in before))).toEqual([
      ['alert_words'],
      ['drafts', 'max_message_id'],
      ['drafts', 'max_message_id'],
      [],
      groups,
    ]);
  },

  all_public_streams: async () => {
    const [open, hidden] = [await world.channel([world.member]), await world.channel([world.member], { invite_only: true })];
    const ways = [{ all_public_streams: true }, { all_public_streams: false }, {}];
    const observed = await clients(ways, async () => {
      await send(hidden, 'for few');
      await send(open, 'for whom it may concern');
    });
    const received = observed.map((each) => contents(each).filter((content) => content.startsWith('for')));
    expect(received).toEqual([['for whom it may concern'], [], []]);
    const answer = await world.as(world.guest).call(registerQueue, { all_public_streams: true });
    expect([answer.status, answer.body.msg]).toEqual([400, 'User not authorized for this query']);
  },

  narrow: async () => {
    const [channel, elsewhere] = [await world.channel([world.member, person]), await world.channel([world.member])];
    const say = async () => {
      await send(channel, 'in the channel');
      await send(elsewhere, 'elsewhere');
      await sendTo(person.user_id, 'directly');
    };
    const observed = await clients([{ narrow: [['is', 'dm']] }, { narrow: [] }], say);
    expect(observed.map(contents)).toEqual([['directly'], ['in the channel', 'directly']]);
    const sender = { narrow: [['sender', person.email]] };
    const own = await clients([sender, { narrow: [...sender.narrow, ['is', 'dm']] }], say);
    expect(own.map(contents)).toEqual([[], []]);
  },

  idle_queue_timeout: async () => {
    const ways = [
      {},
      { idle_queue_timeout: 30 },
      { queue_lifespan_secs: 61 },
      { idle_queue_timeout: 'mobile' },
      { idle_queue_timeout: WEEK },
      { idle_queue_timeout: WEEK + 1 },
    ];
    const observed = await clients(ways);
    expect(observed.map(({ before }) => before.idle_queue_timeout_secs)).toEqual([600, 30, 61, 12 * 3600, WEEK, WEEK]);

    const begin = (idle_queue_timeout: number) => member.ok(registerQueue, { fetch_event_types: [], idle_queue_timeout });
    const poll = ({ queue_id, last_event_id }: Awaited<ReturnType<typeof begin>>) =>
      member.call(getEvents, { queue_id, last_event_id, dont_block: true });
    const [short, long] = [await begin(1), await begin(60)];
    // A poll extends the lifetime of a queue, so the next poll must come later.
    const gone = await eventually(
      () => poll(short),
      ({ status }) => status !== 200,
      { pauseMs: 1200 },
    );
    expect([gone.status, gone.body.code]).toEqual([400, 'BAD_EVENT_QUEUE_ID']);
    expect((await poll(long)).status).toBe(200);
  },
};

describe('the parameter', () => {
  it.each(Object.entries(PROOFS))('%s has its effect', async (_, proof) => proof());

  it.each([
    ['apply_markdown', 'yes', 'apply_markdown is not valid JSON'],
    ['apply_markdown', '1', 'apply_markdown is not a boolean'],
    ['client_extavatar', '"true"', 'client_extavatar is not a boolean'],
    ['include_subscribers', 'some', 'include_subscribers is not an allowed_type'],
    ['slim_presence', 'null', 'slim_presence is not a boolean'],
    ['presence_history_limit_days', '-1', 'presence_history_limit_days is too small'],
    ['presence_history_limit_days', 'long', 'presence_history_limit_days is not valid JSON'],
    ['event_types', '{}', 'event_types is not a list'],
    ['event_types', '[1]', 'event_types[0] is not a string'],
    ['fetch_event_types', 'message', 'fetch_event_types is not valid JSON'],
    ['all_public_streams', '[]', 'all_public_streams is not a boolean'],
    ['narrow', '[["colour","red"]]', 'Operator colour not supported.'],
    ['narrow', '[["is","red"]]', 'Operand red not supported.'],
    ['idle_queue_timeout', '0', 'idle_queue_timeout is too small'],
    ['idle_queue_timeout', '-1', 'idle_queue_timeout is too small'],
    ['idle_queue_timeout', '1.5', 'idle_queue_timeout is not an allowed_type'],
    ['idle_queue_timeout', 'soon', 'idle_queue_timeout is not an allowed_type'],
  ])('%s with the value %s is refused', async (name, value, msg) => {
    const { status, body } = await member.request('POST', '/api/v1/register', { [name]: value });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });
});
