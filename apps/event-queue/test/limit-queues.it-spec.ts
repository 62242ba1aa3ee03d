import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { listQueues, queuesWoken } from '@parley/contracts/event-queue';
import type { UserRow } from '@parley/testing';
import { MAX_QUEUES_PER_PERSON } from '../src/queues/queue-limits.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// Hundreds of registrations take long on a busy machine.
jest.setTimeout(300_000);

const MAX_QUEUES_PER_BOT = 3;
const MAX_QUEUES_OF_BOTS_PER_OWNER = 5;
const WEEK_SECONDS = 7 * 24 * 3600;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open({
    MAX_QUEUES_PER_BOT: String(MAX_QUEUES_PER_BOT),
    MAX_QUEUES_OF_BOTS_PER_OWNER: String(MAX_QUEUES_OF_BOTS_PER_OWNER),
  });
});
afterAll(() => fixture.close());

async function registerMany(user: UserRow, count: number): Promise<string[]> {
  const queues: string[] = [];
  for (let n = 0; n < count; n += 1) {
    queues.push(String((await fixture.register(user, { idle_queue_timeout: WEEK_SECONDS })).queue_id));
  }
  return queues;
}

/** Those of the user's queues that can be polled, in the order of `queues`. */
async function living(user: UserRow, queues: readonly string[]): Promise<string[]> {
  const live: string[] = [];
  for (const queue of queues) if ((await fixture.poll(user, queue, -1)).outcome === 'events') live.push(queue);
  return live;
}

const botOf = (owner: UserRow) => fixture.rows.user({ id: owner.organizationId }, { isBot: true, botOwnerId: owner.id });

const countOf = async (user: UserRow) =>
  (await fixture.suite.rpc.call(listQueues, { organizationId: user.organizationId }, SYSTEM_VISITOR)).count;

it('ends the queues of a person above 100 that were not polled for the longest time, and delivers to the others', async () => {
  const organization = await fixture.rows.organization();
  const [user, other] = [await fixture.rows.user(organization), await fixture.rows.user(organization)];
  const { queue_id: otherQueue, last_event_id: position } = await fixture.register(other);
  const [held = '', polled = '', ...others] = await registerMany(user, MAX_QUEUES_PER_PERSON);
  expect(await fixture.poll(user, held, -1, { mode: 'first', waiter: 'tests|held' })).toEqual({ outcome: 'hold' });
  expect(await fixture.poll(user, polled, -1)).toMatchObject({ outcome: 'events' });
  const more = await registerMany(user, 50);

  // The other person's queue does not count for the first person.
  expect(await countOf(user)).toBe(MAX_QUEUES_PER_PERSON + 1);
  for (const queue of others.slice(0, 50)) expect(await fixture.poll(user, queue, -1)).toEqual({ outcome: 'bad' });
  const kept = [...others.slice(50), polled, ...more];
  expect(await living(user, kept)).toEqual(kept);
  expect(await fixture.poll(user, held, -1, { mode: 'again', waiter: 'tests|held' })).toEqual({ outcome: 'hold' });

  for (let n = 1; n <= 30; n += 1) await fixture.logForMembers(organization.id, n);
  await eventually('all events arrive', async () => (await fixture.events(other, String(otherQueue), position)).length === 30);
});

it('notifies the gateway that holds a poll on an ended queue', async () => {
  const user = await fixture.rows.user(await fixture.rows.organization(), { isBot: true });
  const [oldest = ''] = await registerMany(user, MAX_QUEUES_PER_BOT);
  const woken: string[] = [];
  const stop = fixture.suite.nats.bus.subscribe(
    queuesWoken,
    ({ queues }) => void woken.push(...queues.map(({ queueId }) => queueId)),
    'gateway-3',
  );
  expect(await fixture.poll(user, oldest, -1, { mode: 'first', waiter: 'gateway-3|x' })).toEqual({ outcome: 'hold' });
  // Each later queue has a more recent poll.
  for (let n = 0; n < MAX_QUEUES_PER_BOT; n += 1) {
    const [queue = ''] = await registerMany(user, 1);
    await fixture.poll(user, queue, -1, { mode: 'first', waiter: `tests|${n}` });
  }
  await eventually('the wake-up arrives', () => woken.includes(oldest));
  expect(await fixture.poll(user, oldest, -1, { mode: 'again', waiter: 'gateway-3|x' })).toEqual({ outcome: 'bad' });
  stop();
});

it('allows a bot as many queues as the operator configured', async () => {
  const bot = await fixture.rows.user(await fixture.rows.organization(), { isBot: true });
  const queues = await registerMany(bot, MAX_QUEUES_PER_BOT + 2);
  expect(await living(bot, queues)).toEqual(queues.slice(2));
});

it('ends no other queue if the registration fails', async () => {
  const bot = await fixture.rows.user(await fixture.rows.organization(), { isBot: true });
  const queues = await registerMany(bot, MAX_QUEUES_PER_BOT);
  await fixture.suite.database.client.userAccount.update({ where: { id: bot.id }, data: { isActive: false } });
  await expect(fixture.register(bot)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  expect(await living(bot, queues)).toEqual(queues);
});

it('all bots of one owner have as many queues as the operator allows; queues of the owner and of bots of others do not count', async () => {
  const organization = await fixture.rows.organization();
  const [owner, other] = [await fixture.rows.user(organization), await fixture.rows.user(organization)];
  const [first, second] = [await botOf(owner), await botOf(owner)];
  const others = await botOf(other);
  const ownQueues = await registerMany(owner, 4);
  const queuesOfOthers = await registerMany(others, MAX_QUEUES_PER_BOT);
  const queuesOfFirst = await registerMany(first, MAX_QUEUES_PER_BOT);
  await living(first, queuesOfFirst.slice(0, 1));
  const queuesOfSecond = await registerMany(second, MAX_QUEUES_PER_BOT);
  // Six of five: the one that was not polled for the longest time is the second queue of the first bot.
  expect(await living(first, queuesOfFirst)).toEqual([queuesOfFirst[0], queuesOfFirst[2]]);
  expect(await living(second, queuesOfSecond)).toEqual(queuesOfSecond);
  expect(await living(owner, ownQueues)).toEqual(ownQueues);
  expect(await living(others, queuesOfOthers)).toEqual(queuesOfOthers);
});

it('a queue that a bot deletes makes room for a queue of another bot of the owner', async () => {
  const owner = await fixture.rows.user(await fixture.rows.organization());
  const [first, second] = [await botOf(owner), await botOf(owner)];
  const [deleted = '', ...kept] = await registerMany(first, MAX_QUEUES_PER_BOT);
  await fixture.delete(first, deleted);
  await registerMany(second, MAX_QUEUES_PER_BOT);
  expect(await living(first, kept)).toEqual(kept);
});

it('the queues of a bot count for the owner that its last registration names', async () => {
  const organization = await fixture.rows.organization();
  const [former, owner] = [await fixture.rows.user(organization), await fixture.rows.user(organization)];
  const [moved, stays] = [await botOf(former), await botOf(former)];
  const ofMoved = await registerMany(moved, MAX_QUEUES_PER_BOT - 1);
  ofMoved.push(...(await registerMany({ ...moved, caller: { ...moved.caller, botOwnerId: owner.id } }, 1)));
  // Nothing is left of the former owner, who may have five queues: so these five end none.
  const ofStays = await registerMany(stays, MAX_QUEUES_PER_BOT);
  await registerMany(await botOf(former), MAX_QUEUES_OF_BOTS_PER_OWNER - MAX_QUEUES_PER_BOT);
  expect(await living(moved, ofMoved)).toEqual(ofMoved);
  // The new owner has three queues. With three of another bot these are one too many.
  const another = await botOf(owner);
  const ofAnother = await registerMany(another, MAX_QUEUES_PER_BOT);
  expect(await living(moved, ofMoved)).toHaveLength(MAX_QUEUES_OF_BOTS_PER_OWNER - MAX_QUEUES_PER_BOT);
  expect(await living(another, ofAnother)).toEqual(ofAnother);
  expect(await living(stays, ofStays)).toEqual(ofStays);
});
