import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { apiErrors } from '@parley/contracts';
import { PASSWORD_LENGTH, PASSWORD_MIN_GUESSES } from '@parley/contracts/organization';
import { PasswordGuesses } from './password-guesses.js';

/** Argon2id at 19 MiB, two passes: about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Words about a person that an attacker would try first. */
export function personalWords(
  organization: { readonly name: string; readonly stringId: string },
  person: { readonly fullName: string; readonly deliveryEmail: string },
): string[] {
  return [person.fullName, person.deliveryEmail, organization.name, organization.stringId];
}

@Injectable()
export class Passwords {
  /** Hash of a random password. It is verified if there is no account, so that an unknown address takes as long as a wrong password. */
  private readonly random = hash(crypto.randomUUID(), COST);

  constructor(private readonly guesses: PasswordGuesses) {}

  /** `known`: see personalWords. @throws `refusal` if the password is too weak */
  async hash(password: string, known: readonly string[], refusal = apiErrors.weakPassword): Promise<string> {
    const hasLength = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
    if (!hasLength || !(await this.guesses.withstands(password, known, PASSWORD_MIN_GUESSES))) throw refusal();
    return hash(password, COST);
  }

  /** `stored` null: there is no account, or it has no password. Returns false then, after the same time. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const tried = password.slice(0, PASSWORD_LENGTH.max + 1);
    const isRight = await verify(stored ?? (await this.random), tried);
    return isRight && stored !== null;
  }
}
