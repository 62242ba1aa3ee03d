import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { getMessages, renderMessage, sendMessage } from '@parley/contracts/messaging';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';
import { AttackTable, tries } from './attacks.js';

/** One user requests as much as they can. Other users, also of another organization, are not affected. */
const world = new World();
const table = new AttackTable();
const colleague = world.as(world.colleague);
const stranger = world.as(world.stranger);
let attacker: Actor;

beforeAll(async () => {
  attacker = world.as(await world.newcomer('Mal Lory'));
});
afterAll(() => {
  table.print();
  closeConnections();
});

/** Sends messages as both bystanders until the attack ends, at least two each. */
async function bystandersSendDuring(attack: string, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const goOn = async (actor: Actor, userId: number) => {
    for (let sent = 0; !isOver || sent < 2; sent += 1) {
      const { status } = await actor.call(sendMessage, { type: 'direct', to: [userId], content: `during ${attack}` });
      table.note(attack, status === 200);
    }
  };
  await Promise.all([goOn(colleague, world.colleague.user_id), goOn(stranger, world.stranger.user_id), over]);
}

const many = (count: number, ask: (n: number) => Promise<unknown>) => Promise.all(Array.from({ length: count }, (_, n) => ask(n)));

describe('sends of other users succeed', () => {
  it.each<[string, readonly unknown[]]>([
    ['narrow of 50 equal terms', Array.from({ length: 50 }, () => ({ operator: 'channels', operand: 'public' }))],
    ['narrow of 50 searches', Array.from({ length: 50 }, (_, n) => ({ operator: 'search', operand: `word${n}` }))],
    ['narrow of 50 people', Array.from({ length: 50 }, () => ({ operator: 'dm-including', operand: world.colleague.user_id }))],
    ['narrow of 50 negations', Array.from({ length: 50 }, (_, n) => ({ operator: 'topic', operand: `t${n}`, negated: true }))],
  ])('while one person reads with a %s', async (attack, narrow) => {
    const read = () => attacker.call(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, narrow });
    await bystandersSendDuring(attack, many(tries(16, 64), read));
  });

  it('while one user renders long texts', async () => {
    const texts = ['👩‍👩‍👧', 'http://a.b/(', '$$a$$', '[', '> ', '*a **b ', '@**x** '].map((piece) =>
      piece.repeat(Math.floor(9_900 / piece.length)),
    );
    const render = (n: number) => attacker.call(renderMessage, { content: texts[n % texts.length] ?? '' });
    await bystandersSendDuring('hostile texts to render', many(tries(21, 140), render));
  });

  it('while one user registers queues', async () => {
    const register = () => attacker.call(registerQueue, { event_types: ['message'], fetch_event_types: ['message'] });
    await bystandersSendDuring('registrations at once', many(tries(40, 300), register));
  });
});

describe('event queues of one user', () => {
  it('are limited: the queue that was unpolled for the longest time ends first, and delivery to others continues', async () => {
    const person = await world.newcomer('Quincy Queues');
    const actor = world.as(person);
    const queues: { queue_id: string | null; last_event_id: number }[] = [];
    for (let n = 0; n < tries(110, 400); n += 1) {
      const { status, body } = await actor.call(registerQueue, { event_types: ['message'], fetch_event_types: ['message'] });
      if (status === 200) queues.push(body);
    }
    const isLive = async ({ queue_id, last_event_id }: (typeof queues)[number]) =>
      (await actor.call(getEvents, { queue_id, last_event_id, dont_block: true })).status === 200;
    const [first] = queues;
    const last = queues.at(-1);
    if (first === undefined || last === undefined) throw new Error('no queue was registered');
    expect(table.note('queues beyond the limit end', !(await isLive(first)))).toBe(true);
    expect(table.note('the newest queue lives', await isLive(last))).toBe(true);
    const queue = await colleague.ok(registerQueue, { event_types: ['message'] });
    const { id } = await actor.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: 'still here' });
    const [event] = await receiveEvents(colleague, queue, 1, ({ message }) => (message as { id: number }).id === id);
    expect(table.note('delivery beside many queues', event !== undefined)).toBe(true);
  });
});

it('all attacks were repelled', () => {
  expect(table.fallen()).toEqual([]);
});
