import { getEventListeners } from 'node:events';
import { afterEach, expect, it, jest } from '@jest/globals';
import { testSeeds } from '../test-environment.js';
import { FairGate, type FairGateLimits, type Requester } from './fair-gate.js';

afterEach(() => {
  jest.useRealTimers();
});

const NEVER = { deadlineAt: Number.POSITIVE_INFINITY };
const ROOMY: FairGateLimits = { atOnce: 1, perOrganization: 100, perPerson: 100, maxWaiting: 100 };

const requester = (organizationId: number, personId: number): Requester => ({ organizationId, personId });

/** Calls that run until `end`, and the order in which they were admitted and refused. */
class Calls {
  readonly admitted: string[] = [];
  readonly refused: string[] = [];
  private readonly open = new Map<string, () => void>();

  constructor(readonly gate: FairGate) {}

  ask(name: string, who: Requester, patience: Parameters<FairGate['enter']>[1] = NEVER): void {
    this.gate.enter(who, patience).then(
      (leave) => {
        this.admitted.push(name);
        this.open.set(name, leave);
      },
      () => this.refused.push(name),
    );
  }

  async end(name: string): Promise<void> {
    this.open.get(name)?.();
    this.open.delete(name);
    await settled();
  }

  /** Ends running calls, one after the other, until none runs and none waits. */
  async endAll(): Promise<void> {
    await settled();
    for (;;) {
      const [name] = this.open.keys();
      if (name === undefined) return;
      await this.end(name);
    }
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

it('serves organizations in turns, however many calls one of them sends first', async () => {
  const calls = new Calls(new FairGate(ROOMY));
  for (let n = 0; n < 50; n += 1) calls.ask(`loud ${n}`, requester(1, 1));
  calls.ask('quiet 0', requester(2, 2));
  calls.ask('quiet 1', requester(2, 2));
  calls.ask('third', requester(3, 3));
  await calls.endAll();
  expect(calls.admitted.slice(0, 8)).toEqual(['loud 0', 'loud 1', 'quiet 0', 'third', 'loud 2', 'quiet 1', 'loud 3', 'loud 4']);
  expect(calls.admitted).toHaveLength(53);
});

it('serves the users of one organization in turns, and one user in the order of their calls', async () => {
  const calls = new Calls(new FairGate(ROOMY));
  for (let n = 0; n < 20; n += 1) calls.ask(`loud ${n}`, requester(1, 1));
  calls.ask('quiet 0', requester(1, 2));
  calls.ask('quiet 1', requester(1, 2));
  await calls.endAll();
  expect(calls.admitted.slice(0, 6)).toEqual(['loud 0', 'loud 1', 'quiet 0', 'loud 2', 'quiet 1', 'loud 3']);
});

it('limits one user and one organization to their shares while capacity is free', async () => {
  const gate = new FairGate({ atOnce: 10, perOrganization: 3, perPerson: 2, maxWaiting: 100 });
  const calls = new Calls(gate);
  for (let n = 0; n < 5; n += 1) calls.ask(`a${n}`, requester(1, 1));
  await settled();
  expect(calls.admitted).toEqual(['a0', 'a1']);
  for (let n = 0; n < 5; n += 1) calls.ask(`b${n}`, requester(1, 2));
  await settled();
  expect(calls.admitted).toEqual(['a0', 'a1', 'b0']);
  calls.ask('other', requester(2, 3));
  await settled();
  expect(calls.admitted).toEqual(['a0', 'a1', 'b0', 'other']);
  // The capacity of the organization goes to the user below their limit.
  await calls.end('b0');
  expect(calls.admitted.at(-1)).toBe('b1');
  await calls.end('a0');
  expect(calls.admitted.at(-1)).toBe('b2');
  await calls.endAll();
  expect([calls.admitted.length, gate.admitted, gate.waiting]).toEqual([11, 0, 0]);
});

it('refuses the newest call of the longest line when the line is full, not the call that arrived last', async () => {
  const gate = new FairGate({ ...ROOMY, maxWaiting: 4 });
  const calls = new Calls(gate);
  for (let n = 0; n < 5; n += 1) calls.ask(`loud ${n}`, requester(1, 1));
  calls.ask('neighbour', requester(1, 2));
  calls.ask('quiet', requester(2, 3));
  await settled();
  expect(calls.refused).toEqual(['loud 4', 'loud 3']);
  calls.ask('loud 5', requester(1, 1));
  await settled();
  expect(calls.refused).toEqual(['loud 4', 'loud 3', 'loud 5']);
  await calls.endAll();
  expect(calls.admitted).toEqual(['loud 0', 'loud 1', 'quiet', 'neighbour', 'loud 2']);
});

it('refuses a call at its deadline, and frees its place in the line', async () => {
  jest.useFakeTimers();
  const gate = new FairGate({ ...ROOMY, maxWaiting: 2 });
  const calls = new Calls(gate);
  calls.ask('first', requester(1, 1));
  calls.ask('hurried', requester(1, 1), { deadlineAt: Date.now() + 100 });
  calls.ask('late', requester(1, 1), { deadlineAt: Date.now() });
  await settled();
  expect(calls.refused).toEqual(['late']);
  await jest.advanceTimersByTimeAsync(99);
  expect(gate.waiting).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect([calls.refused, gate.waiting]).toEqual([['late', 'hurried'], 0]);
  calls.ask('patient', requester(1, 1));
  await calls.endAll();
  expect(calls.admitted).toEqual(['first', 'patient']);
  expect(jest.getTimerCount()).toBe(0);
});

it('removes a call from the line when its caller cancels it, and refuses one that was cancelled before', async () => {
  const calls = new Calls(new FairGate(ROOMY));
  const caller = new AbortController();
  calls.ask('first', requester(1, 1));
  calls.ask('given up', requester(1, 1), { ...NEVER, signal: caller.signal });
  calls.ask('next', requester(1, 1));
  caller.abort();
  calls.ask('too late', requester(1, 1), { ...NEVER, signal: caller.signal });
  await settled();
  expect([calls.refused, calls.gate.waiting]).toEqual([['given up', 'too late'], 1]);
  await calls.endAll();
  expect(calls.admitted).toEqual(['first', 'next']);
});

it('leaves no timer and no listener behind when it admits or refuses a waiting call', async () => {
  jest.useFakeTimers();
  const gate = new FairGate({ ...ROOMY, maxWaiting: 1 });
  const calls = new Calls(gate);
  const { signal } = new AbortController();
  const patience = { deadlineAt: Date.now() + 1_000, signal };
  calls.ask('first', requester(1, 1));
  calls.ask('next', requester(1, 1), patience);
  calls.ask('too many', requester(1, 1), patience);
  await settled();
  expect([calls.refused, jest.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([['too many'], 1, 1]);
  await calls.end('first');
  expect([calls.admitted, jest.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([['first', 'next'], 0, 0]);
});

it.each(['atOnce', 'perOrganization', 'perPerson'] as const)('cannot be made with %s below 1', (limit) => {
  for (const count of [0, Number.NaN]) {
    expect(() => new FairGate({ ...ROOMY, [limit]: count })).toThrow('a gate must admit at least one call');
  }
});

it('refuses with 503 and Retry-After, or with a custom error', async () => {
  const full = { ...ROOMY, maxWaiting: 0 };
  const plain = new FairGate(full);
  const leave = await plain.enter(requester(1, 1), NEVER);
  await expect(plain.enter(requester(1, 1), NEVER)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  leave();
  leave();
  expect(plain.admitted).toBe(0);
  const own = new FairGate(full, () => new Error('come again'));
  await own.enter(requester(1, 1), NEVER);
  await expect(own.enter(requester(1, 1), NEVER)).rejects.toThrow('come again');
});

it('frees the capacity when the work fails', async () => {
  const gate = new FairGate(ROOMY);
  await expect(gate.run(requester(1, 1), () => Promise.reject(new Error('failed')), NEVER)).rejects.toThrow('failed');
  expect(await gate.run(requester(1, 1), async () => 'next', NEVER)).toBe('next');
});

it('keeps its limits and its turns through any order of calls, ends and cancellations', async () => {
  const limits = { atOnce: 5, perOrganization: 3, perPerson: 2, maxWaiting: 12 };
  for (const seed of testSeeds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])) {
    const random = randomFrom(seed);
    const gate = new FairGate(limits);
    const running: { who: Requester; leave: () => void }[] = [];
    const waiting = new Map<number, { who: Requester; caller: AbortController }>();
    let refused = 0;
    const ask = (id: number) => {
      const organizationId = 1 + random(3);
      const who = requester(organizationId, organizationId * 10 + random(3));
      const caller = new AbortController();
      waiting.set(id, { who, caller });
      gate.enter(who, { ...NEVER, signal: caller.signal }).then(
        (leave) => {
          waiting.delete(id);
          running.push({ who, leave });
        },
        () => {
          waiting.delete(id);
          refused += 1;
        },
      );
    };
    const runningOf = (test: (who: Requester) => boolean) => running.filter(({ who }) => test(who)).length;
    const ofOrganization = ({ organizationId }: Requester) => runningOf((who) => who.organizationId === organizationId);
    const ofPerson = ({ personId }: Requester) => runningOf((who) => who.personId === personId);
    const mayHaveAPlace = (who: Requester) =>
      running.length < limits.atOnce && ofOrganization(who) < limits.perOrganization && ofPerson(who) < limits.perPerson;
    for (let step = 0; step < 300; step += 1) {
      const kind = random(4);
      if (kind < 2) ask(step);
      else if (kind === 2) running.splice(random(Math.max(running.length, 1)), 1)[0]?.leave();
      else [...waiting.values()][random(Math.max(waiting.size, 1))]?.caller.abort();
      await settled();
      const faults = [
        gate.admitted !== running.length && 'counts of calls that run',
        gate.waiting !== waiting.size && 'counts of calls that wait',
        running.length > limits.atOnce && 'too many run',
        waiting.size > limits.maxWaiting && 'too many wait',
        running.some(({ who }) => ofOrganization(who) > limits.perOrganization) && 'too many of one organization run',
        running.some(({ who }) => ofPerson(who) > limits.perPerson) && 'too many of one person run',
        [...waiting.values()].some(({ who }) => mayHaveAPlace(who)) && 'a call waits that may have a free place',
      ];
      expect({ seed, step, faults: faults.filter(Boolean) }).toEqual({ seed, step, faults: [] });
    }
    while (running.length > 0) {
      running.pop()?.leave();
      await settled();
    }
    expect([gate.admitted, gate.waiting, waiting.size]).toEqual([0, 0, 0]);
    expect(refused).toBeGreaterThan(0);
    // It keeps no state for users whose calls have ended.
    expect(Reflect.get(gate, 'organizations')).toEqual(new Map());
  }
});

it('estimates how many calls come before a new one', async () => {
  const gate = new FairGate(ROOMY);
  const calls = new Calls(gate);
  expect(gate.turnsBefore(requester(1, 1))).toBe(0);
  for (let n = 0; n < 31; n += 1) calls.ask(`loud ${n}`, requester(1, 1));
  expect(gate.turnsBefore(requester(1, 1))).toBe(30);
  // A turn of the loud user comes first.
  expect(gate.turnsBefore(requester(1, 2))).toBe(2);
  expect(gate.turnsBefore(requester(2, 3))).toBe(1);
  calls.ask('other', requester(2, 3));
  await settled();
  // One of each user of the organization, and as many of the other organization.
  expect(gate.turnsBefore(requester(1, 2))).toBe(4);
  expect(gate.turnsBefore(requester(2, 3))).toBe(4);
  expect(gate.turnsBefore(requester(3, 4))).toBe(2);
  await calls.endAll();
  expect(gate.turnsBefore(requester(1, 1))).toBe(0);
});

it('forgets the calls that have left when it estimates', async () => {
  const gate = new FairGate(ROOMY);
  const calls = new Calls(gate);
  const caller = new AbortController();
  calls.ask('running', requester(1, 1));
  for (let n = 0; n < 5; n += 1) calls.ask(`given up ${n}`, requester(1, 1), { ...NEVER, signal: caller.signal });
  for (let n = 0; n < 9; n += 1) calls.ask(`other ${n}`, requester(2, 2));
  caller.abort();
  await settled();
  // None of organization 1 waits, so its next call follows one of the other organization.
  expect(gate.turnsBefore(requester(1, 1))).toBe(2);
  await calls.endAll();
});

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
