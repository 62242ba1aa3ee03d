import { afterEach, expect, it } from '@jest/globals';
import { PasswordGuesses } from './password-guesses.js';
import { HASHED_AT_ONCE, MAX_WAITING, Passwords } from './passwords.js';

const guesses = new PasswordGuesses();
afterEach(() => guesses.onModuleDestroy());

/** Compares a password when it is told to. */
class Held extends Passwords {
  /** The passwords that are compared or were, in the order in which their turn came. */
  readonly begun: string[] = [];
  private readonly held: (() => void)[] = [];

  constructor() {
    super(guesses);
  }

  async endFirst(): Promise<void> {
    this.held.shift()?.();
    await turn();
  }

  protected override compare(_: string, password: string): Promise<boolean> {
    this.begun.push(password);
    return new Promise((resolve) => this.held.push(() => resolve(true)));
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('compares the passwords of organizations in turns, so that many sign-ins of one do not delay those of others', async () => {
  const passwords = new Held();
  const ask = (organizationId: number, personId: string) =>
    passwords.matches('stored', `${organizationId} ${personId}`, { organizationId, personId });
  const asked = Array.from({ length: HASHED_AT_ONCE + 4 }, () => ask(1, 'a'));
  asked.push(ask(1, 'b'), ask(2, 'a'), ask(3, 'a'));
  await turn();
  expect(passwords.begun).toEqual(Array.from({ length: HASHED_AT_ONCE }, () => '1 a'));
  for (let n = 0; n < asked.length; n += 1) await passwords.endFirst();
  expect(passwords.begun.slice(HASHED_AT_ONCE)).toEqual(['2 a', '3 a', '1 b', '1 a', '1 a', '1 a', '1 a']);
  expect(await Promise.all(asked)).toEqual(asked.map(() => true));
});

it('refuses a password with 503 while too many wait: one of the organization with most of them', async () => {
  const passwords = new Held();
  const ask = (organizationId: number) =>
    passwords.matches('stored', 'x', { organizationId, personId: 1 }).catch(({ code }: { code: string }) => code);
  const asked = Array.from({ length: HASHED_AT_ONCE + MAX_WAITING }, () => ask(1));
  const other = ask(2);
  await turn();
  expect(await asked.at(-1)).toBe('SERVICE_UNAVAILABLE');
  for (let n = 0; n < asked.length; n += 1) await passwords.endFirst();
  expect(await Promise.all([...asked.slice(0, -1), other])).toEqual(asked.map(() => true));
});
