import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { apiErrors, PASSWORD_LENGTH, PASSWORD_MIN_GUESSES } from '@parley/contracts';
import { PasswordGuesses } from './password-guesses.js';

/** Argon2id at 19 MiB, two passes: about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What others know of a person, and would try first as their password. */
export function knownOf(
  organization: { readonly name: string; readonly stringId: string },
  person: { readonly fullName: string; readonly deliveryEmail: string },
): string[] {
  return [person.fullName, person.deliveryEmail, organization.name, organization.stringId];
}

@Injectable()
export class Passwords {
  /** Of a random password. It is compared with when there is no account, so that a wrong address costs what a wrong password costs. */
  private readonly random = hash(crypto.randomUUID(), COST);

  constructor(private readonly guesses: PasswordGuesses) {}

  /** `known`: knownOf the person. @throws badRequest with `refusal` when it is too weak. */
  async hash(password: string, known: readonly string[], refusal = 'The password is too weak.'): Promise<string> {
    const hasLength = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
    if (!hasLength || !(await this.guesses.take(password, known, PASSWORD_MIN_GUESSES))) throw apiErrors.badRequest({ msg: refusal });
    return hash(password, COST);
  }

  /** Null: there is no account or it has no password. Always false then, and takes as long. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const tried = password.slice(0, PASSWORD_LENGTH.max + 1);
    const isRight = await verify(stored ?? (await this.random), tried);
    return isRight && stored !== null;
  }
}
