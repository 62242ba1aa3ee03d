import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBot, SUBSCRIBERS_ALWAYS_BELOW, subscribe } from '@parley/contracts';
import { closeConnections } from '../client/http.js';
import { type Person, sideBySide, type Told } from '../client/side-by-side.js';
import { World } from '../client/world.js';

const AT_ONCE = 10;

const world = new World();
let owner: Person;
let looking: Person;
/** Who is in the channel at first: one fewer than makes it large. Ascending. */
let crowd: number[];
/** Who makes it large. */
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

/** Bots have no passwords, whose hashing takes its time. */
async function botsOf({ email, api_key }: Person, count: number): Promise<number[]> {
  const tag = world.fresh('crowd').replaceAll(/\W/g, '');
  const make = async (place: number) =>
    (await world.as({ email, api_key }).ok(createBot, { full_name: `${tag} ${place}`, short_name: `${tag}-${place}` })).user_id;
  const made: number[] = [];
  while (made.length < count) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - made.length) }, (_, n) => made.length + n);
    made.push(...(await Promise.all(places.map(make))));
  }
  return made;
}

const join = (...principals: number[]) => world.as(owner).ok(subscribe, { subscriptions: [{ name: channel.name }], principals });

/** How a client may ask for subscribers. */
const FORMS = [true, false, 'partial', undefined];
const byForm = <T>(asked: T, unasked: T, partial: T) => [asked, unasked, partial, unasked];
const clients = (person: Person, deed?: () => Promise<unknown>) =>
  sideBySide(
    world,
    person,
    FORMS.map((include_subscribers) => ({
      include_subscribers,
      event_types: ['message', 'subscription'],
      fetch_event_types: ['subscription'],
    })),
    deed,
  );

type Fields = Told['before'];

/** What is told of the channel, in any of the lists. */
function told(fields: Fields): Fields {
  const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((list) => fields[list] as Fields[]);
  const found = lists.find(({ stream_id }) => stream_id === channel.id);
  if (found === undefined) throw new Error('the channel is in no list');
  return found;
}
/** The lists of subscribers alone. */
function listsOf({ subscribers, partial_subscribers }: Fields) {
  return { ...(subscribers === undefined ? {} : { subscribers }), ...(partial_subscribers === undefined ? {} : { partial_subscribers }) };
}

describe(`a channel of less than ${SUBSCRIBERS_ALWAYS_BELOW}`, () => {
  it('is told with its subscribers, however a client asks', async () => {
    const whole = { subscribers: crowd };
    const all = await clients(owner);
    expect(all.map(({ before }) => listsOf(told(before)))).toEqual(byForm(whole, whole, whole));
  });
});

describe(`a channel of ${SUBSCRIBERS_ALWAYS_BELOW} and more`, () => {
  it('is told with its subscribers to who asks, with the bots and those active lately to who asks for a part', async () => {
    await join(last);
    const members = [...crowd, last].sort((a, b) => a - b);

    const all = await clients(looking, () => join(looking.user_id));
    // Everybody of this organization was active lately.
    expect(all.map(({ before }) => listsOf(told(before)))).toEqual(byForm({ subscribers: members }, {}, { partial_subscribers: members }));
    expect(all.map(({ before }) => told(before).subscriber_count)).toEqual(FORMS.map(() => members.length));

    const joined = [...members, looking.user_id].sort((a, b) => a - b);
    const added = ({ heard }: Told) =>
      heard.flatMap(({ type, op, subscriptions }) =>
        type === 'subscription' && op === 'add' ? (subscriptions as Fields[]).map(listsOf) : [],
      );
    // Events know of no parts: who asked for one has the whole.
    expect(all.map(added)).toEqual(byForm([{ subscribers: joined }], [{}], [{ subscribers: joined }]));
    expect(all.map(({ after }) => listsOf(told(after)))).toEqual(byForm({ subscribers: joined }, {}, { partial_subscribers: joined }));
  });
});
