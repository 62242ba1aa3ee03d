import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SUBSCRIBERS_ALWAYS_BELOW, subscribe } from '@parley/contracts/channels';
import { createBot } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { type ClientRun, type Person, sideBySide } from '../client/side-by-side.js';
import { World } from '../client/world.js';

const AT_ONCE = 10;

const world = new World();
let owner: Person;
let looking: Person;
/** The first subscribers: one fewer than a large channel has. Sorted. */
let crowd: number[];
/** The subscriber who makes the channel large. */
let last: number;
let channel: { id: number; name: string };

beforeAll(async () => {
  owner = await world.newcomer('Crow Downer');
  looking = await world.newcomer('Loo King');
  const bots = await botsOf(owner, SUBSCRIBERS_ALWAYS_BELOW - 1);
  last = bots.pop() ?? 0;
  crowd = [owner.user_id, ...bots].sort((a, b) => a - b);
  channel = await world.channel([owner]);
  await join(...crowd);
});
afterAll(() => closeConnections());

/** Bots have no passwords, so they are created faster. */
async function botsOf({ email, api_key }: Person, count: number): Promise<number[]> {
  const tag = world.fresh('crowd').replaceAll(/\W/g, '');
  const make = async (index: number) =>
    (await world.as({ email, api_key }).ok(createBot, { full_name: `${tag} ${index}`, short_name: `${tag}-${index}` })).user_id;
  const made: number[] = [];
  while (made.length < count) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, (_, n) => made.length + n);
    made.push(...(await Promise.all(places.map(make))));
  }
  return made;
}

const join = (...principals: number[]) => world.as(owner).ok(subscribe, { subscriptions: [{ name: channel.name }], principals });

/** The values of the parameter include_subscribers. */
const FORMS = [true, false, 'partial', undefined];
const byForm = <T>(requested: T, notRequested: T, partial: T) => [requested, notRequested, partial, notRequested];
const clients = (person: Person, operation?: () => Promise<unknown>) =>
  sideBySide(
    world,
    person,
    FORMS.map((include_subscribers) => ({
      include_subscribers,
      event_types: ['message', 'subscription'],
      fetch_event_types: ['subscription'],
    })),
    operation,
  );

type Fields = ClientRun['before'];

/** The channel in any of the lists of a registration. */
function channelIn(fields: Fields): Fields {
  const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) => fields[list] as Fields[]);
  const found = lists.find(({ stream_id }) => stream_id === channel.id);
  if (found === undefined) throw new Error('the channel is in no list');
  return found;
}
/** Only the subscriber lists. */
function listsOf({ subscribers, partial_subscribers }: Fields) {
  return { ...(subscribers === undefined ? {} : { subscribers }), ...(partial_subscribers === undefined ? {} : { partial_subscribers }) };
}

describe(`a channel of fewer than ${SUBSCRIBERS_ALWAYS_BELOW}`, () => {
  it('has its subscribers in every registration', async () => {
    const whole = { subscribers: crowd };
    const all = await clients(owner);
    expect(all.map(({ before }) => listsOf(channelIn(before)))).toEqual(byForm(whole, whole, whole));
  });
});

describe(`a channel of ${SUBSCRIBERS_ALWAYS_BELOW} and more`, () => {
  it('has its subscribers, or the bots and recently active users, only on request', async () => {
    await join(last);
    const members = [...crowd, last].sort((a, b) => a - b);

    const all = await clients(looking, () => join(looking.user_id));
    // Everyone in this organization was active recently.
    expect(all.map(({ before }) => listsOf(channelIn(before)))).toEqual(
      byForm({ subscribers: members }, {}, { partial_subscribers: members }),
    );
    expect(all.map(({ before }) => channelIn(before).subscriber_count)).toEqual(FORMS.map(() => members.length));

    const joined = [...members, looking.user_id].sort((a, b) => a - b);
    const added = ({ received }: ClientRun) =>
      received.flatMap(({ type, op, subscriptions }) =>
        type === 'subscription' && op === 'add' ? (subscriptions as Fields[]).map(listsOf) : [],
      );
    // Events contain complete lists only.
    expect(all.map(added)).toEqual(byForm([{ subscribers: joined }], [{}], [{ subscribers: joined }]));
    expect(all.map(({ after }) => listsOf(channelIn(after)))).toEqual(byForm({ subscribers: joined }, {}, { partial_subscribers: joined }));
  });
});
