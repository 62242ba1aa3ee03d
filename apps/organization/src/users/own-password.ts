import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { Database, type Tx, userById } from '@parley/persistence';
import { CredentialsRepository } from '../credentials/credentials-repository.js';
import { knownOf, Passwords } from '../credentials/passwords.js';
import { organizationOf } from '../organizations/organization-of.js';

/** A change of password that was checked and not yet made. */
export interface CheckedPassword {
  readonly old: string;
  readonly new: string;
}

/** People change their password by knowing it. The API key and with it the queues stay: a password only ever gives the key. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly credentials: CredentialsRepository,
  ) {}

  /** Outside a transaction: hashing takes tens of milliseconds. @throws badRequest */
  async check({ organizationId, userId }: Caller, given: { old: string; new: string }): Promise<CheckedPassword> {
    const { client } = this.database;
    const old = await this.credentials.passwordHashOf(client, organizationId, userId);
    const isRight = await this.passwords.matches(old, given.old);
    const user = await userById(client, organizationId, userId);
    if (old === null || !isRight || user === undefined) throw wrongPassword();
    const known = knownOf(await organizationOf(client, organizationId), user);
    return { old, new: await this.passwords.hash(given.new, known, 'New password is too weak!') };
  }

  /** @throws badRequest when somebody changed it meanwhile. */
  async replace(tx: Tx, { organizationId, userId }: Caller, checked: CheckedPassword): Promise<void> {
    if (!(await this.credentials.replacePassword(tx, organizationId, userId, checked))) throw wrongPassword();
  }
}

function wrongPassword() {
  return apiErrors.badRequest({ msg: 'Wrong password!' });
}
