import { afterEach, expect, it, jest } from '@jest/globals';
import { PASSWORD_MIN_GUESSES } from '@parley/contracts/organization';
import { PasswordGuesses } from './password-guesses.js';

const made: PasswordGuesses[] = [];
afterEach(() => {
  for (const guesses of made.splice(0)) guesses.onModuleDestroy();
  jest.useRealTimers();
});

class Hasty extends PasswordGuesses {
  protected override readonly idleMs = 1;
}

/** After what was asked for has reached the thread, if it is its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Its thread answers `weak` and `strong`, ends with `fatal`, and never answers anything else. */
class WithProgram extends PasswordGuesses {
  protected override readonly maxWaitMs: number = Number.POSITIVE_INFINITY;

  protected override program(): URL {
    const code = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ password }) => {
        if (password === 'fatal') process.exit(1);
        if (password === 'weak' || password === 'strong') parentPort.postMessage({ isStrong: password === 'strong' });
      });`;
    return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  }
}

function make<T extends PasswordGuesses>(guesses: T) {
  made.push(guesses);
  const ask = (password: string, organizationId = 1) =>
    guesses.withstands({ password, known: ['Sofia Petrova'], minGuesses: PASSWORD_MIN_GUESSES }, { organizationId, personId: 1 });
  return { guesses, ask };
}

it('ends the thread when no password was estimated for a while, and starts another one with the next password', async () => {
  const { guesses, ask } = make(new Hasty());
  for (let round = 0; round < 2; round += 1) {
    expect(guesses.hasThread).toBe(false);
    const isStrong = ask('a good password');
    await turn();
    expect(guesses.hasThread).toBe(true);
    expect(await isStrong).toBe(true);
    while (guesses.hasThread) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

it('answers several passwords that are asked for at once', async () => {
  const { ask } = make(new PasswordGuesses());
  const verdicts = await Promise.all(['password', 'a good password', 'sofia petrova', 'xk7-q2mvb9'].map((password) => ask(password)));
  expect(verdicts).toEqual([false, true, false, true]);
});

it('rejects only a late estimate: the time of the next ones begins when the thread gets them', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const { ask } = make(new WithProgram());
  const outcomes: unknown[] = [];
  const late = ['first silent', 'second silent'].map((password) => ask(password).catch((error: unknown) => outcomes.push(error)));
  const others = Promise.all(['weak', 'strong'].map((password) => ask(password)));
  await turn();
  jest.advanceTimersByTime(30_000);
  await late[0];
  expect(outcomes).toEqual([new Error('the thread that estimates passwords took too long')]);
  jest.advanceTimersByTime(29_999);
  await turn();
  expect(outcomes).toHaveLength(1);
  jest.advanceTimersByTime(1);
  await late[1];
  expect(outcomes).toHaveLength(2);
  expect(await others).toEqual([false, true]);
});

it('rejects only the password with which the thread ended', async () => {
  const { ask } = make(new WithProgram());
  const outcomes = await Promise.allSettled(['strong', 'fatal', 'weak'].map((password) => ask(password)));
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'rejected', reason: new Error('the thread that estimates passwords ended') },
    { status: 'fulfilled', value: false },
  ]);
});

it('refuses a password with 503 while 200 wait', async () => {
  const { guesses, ask } = make(new WithProgram());
  const admitted = Promise.allSettled(Array.from({ length: 201 }, () => ask('silent')));
  await expect(ask('strong')).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  guesses.onModuleDestroy();
  const reason = new Error('the thread that estimates passwords was stopped');
  expect(await admitted).toEqual(Array.from({ length: 201 }, () => ({ status: 'rejected', reason })));
});

it('estimates the passwords of organizations in turns, so that many of one do not delay those of others', async () => {
  const { ask } = make(new WithProgram());
  const order: number[] = [];
  const asked = [1, 1, 1, 1, 1, 2, 3].map((organizationId) => ask('strong', organizationId).then(() => order.push(organizationId)));
  await Promise.all(asked);
  expect(order).toEqual([1, 2, 3, 1, 1, 1, 1]);
});

it('refuses a password that waits for longer than its client', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  class Patient extends WithProgram {
    protected override readonly maxWaitMs = 5_000;
  }
  const { ask } = make(new Patient());
  const first = ask('silent').catch(() => undefined);
  const second = ask('strong').catch((error: unknown) => error);
  await turn();
  jest.advanceTimersByTime(5_000);
  expect(await second).toMatchObject({ status: 503 });
  jest.advanceTimersByTime(25_000);
  expect(await first).toBeUndefined();
});

it('rejects what it estimates if it has to stop', async () => {
  const { guesses, ask } = make(new Hasty());
  const isStrong = ask('a good password');
  guesses.onModuleDestroy();
  await expect(isStrong).rejects.toThrow('the thread that estimates passwords was stopped');
  expect(guesses.hasThread).toBe(false);
});
