import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { apiErrors } from '@parley/contracts';
import { PASSWORD_LENGTH, PASSWORD_MIN_GUESSES } from '@parley/contracts/organization';
import { FairGate, type Requester } from '@parley/runtime';
import { PasswordGuesses } from './password-guesses.js';

/** Argon2id at 19 MiB, two passes: about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Passwords that are hashed at once, in threads of libuv. It has four, and one stays for names of hosts and files. */
export const HASHED_AT_ONCE = Math.min(3, availableParallelism());
/** Passwords of all organizations that wait: about as many as are hashed within the time that a client waits. */
export const MAX_WAITING = 300;
const MAX_WAIT_MS = 5_000;

/** Words about a person that an attacker would try first. */
export function personalWords(
  organization: { readonly name: string; readonly stringId: string },
  person: { readonly fullName: string; readonly deliveryEmail: string },
): string[] {
  return [person.fullName, person.deliveryEmail, organization.name, organization.stringId];
}

/** Hashes passwords and compares them with hashes. They wait in turns by organization, so that many sign-ins of one do not delay those of others. */
@Injectable()
export class Passwords {
  /** Hash of a random password. It is verified if there is no account, so that an unknown address takes as long as a wrong password. */
  private readonly random = hash(crypto.randomUUID(), COST);
  private readonly gate = new FairGate({
    atOnce: HASHED_AT_ONCE,
    perOrganization: HASHED_AT_ONCE,
    perPerson: HASHED_AT_ONCE,
    maxWaiting: MAX_WAITING,
  });

  constructor(private readonly guesses: PasswordGuesses) {}

  /**
   * `known`: see personalWords. `by`: whose turn it takes.
   * @throws `refusal` if the password is too weak; ApiError SERVICE_UNAVAILABLE while too many passwords wait
   */
  async hash(password: string, known: readonly string[], by: Requester, refusal = apiErrors.weakPassword): Promise<string> {
    const hasLength = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
    if (!hasLength || !(await this.guesses.withstands({ password, known, minGuesses: PASSWORD_MIN_GUESSES }, by))) throw refusal();
    return this.inTurn(by, () => hash(password, COST));
  }

  /**
   * `stored` null: there is no account, or it has no password. Returns false then, after the same time. `by`: whose turn it takes. It must not depend
   * on whether the account exists.
   * @throws ApiError SERVICE_UNAVAILABLE while too many passwords wait
   */
  async matches(stored: string | null, password: string, by: Requester): Promise<boolean> {
    const tried = password.slice(0, PASSWORD_LENGTH.max + 1);
    const compared = stored ?? (await this.random);
    const isRight = await this.inTurn(by, () => this.compare(compared, tried));
    return isRight && stored !== null;
  }

  /** Replaced in tests. */
  protected compare(stored: string, password: string): Promise<boolean> {
    return verify(stored, password);
  }

  private inTurn<T>(by: Requester, work: () => Promise<T>): Promise<T> {
    return this.gate.run(by, work, { deadlineAt: Date.now() + MAX_WAIT_MS });
  }
}
