import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { apiErrors, PASSWORD_LENGTH } from '@parley/contracts';

/** Argon2id at 19 MiB, two passes: about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

@Injectable()
export class Passwords {
  /** Of a password nobody knows: compared with when there is no account, so that a wrong address costs what a wrong password costs. */
  private readonly nobodys = hash(crypto.randomUUID(), COST);

  /** @throws badRequest with `refusal` when it is too weak. */
  hash(password: string, refusal = 'The password is too weak.'): Promise<string> {
    if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) throw apiErrors.badRequest({ msg: refusal });
    return hash(password, COST);
  }

  /** Null: there is no account or it has no password. Always false then, and takes as long. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const tried = password.slice(0, PASSWORD_LENGTH.max + 1);
    const isRight = await verify(stored ?? (await this.nobodys), tried);
    return isRight && stored !== null;
  }
}
