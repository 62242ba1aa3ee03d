import { Injectable } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import { CreateAccount } from '../accounts/create-account.js';
import { DeactivateAccount } from '../accounts/deactivate-account.js';
import { RotateApiKey } from '../credentials/rotate-api-key.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { deleteSignIn } from '../sign-in/delete-sign-in.repository.js';
import { removedPerson } from './people.repository.js';
import { accountOf, type Person } from './person-resource.js';
import { WritePerson } from './write-person.js';

/** Creates an account without a password. Someone whom the directory had deleted gets their account back, with its messages, a new
 * API key, and no password or other way to sign in. */
@Injectable()
export class CreatePerson {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly creation: CreateAccount,
    private readonly deactivation: DeactivateAccount,
    private readonly write: WritePerson,
    private readonly apiKey: RotateApiKey,
    private readonly groups: GroupsRepository,
  ) {}

  /** Returns the id. @throws ScimError, ApiError */
  async execute(organizationId: number, person: Person): Promise<number> {
    const account = accountOf(person);
    const former = await this.bringBack(organizationId, person, account.deliveryEmail);
    if (former !== undefined) return former;
    await refuseForeignEmail(this.database.direct, organizationId, account.deliveryEmail);
    const { fullName, role, deliveryEmail: email } = account;
    const { userId } = await this.creation.execute(
      { organizationId, email, fullName, role, password: null, botOwnerId: null },
      async (change, id) => {
        await this.write.store(change, id, person);
        if (person.active === false) await this.deactivation.within(change, id);
      },
    );
    return userId;
  }

  private async bringBack(organizationId: number, person: Person, email: string): Promise<number | undefined> {
    const wanted = { userName: person.userName, email };
    if ((await removedPerson(this.database.direct, organizationId, wanted)) === undefined) return undefined;
    return this.eventLog.change(organizationId, async (tx, log) => {
      const removed = await removedPerson(tx, organizationId, wanted);
      if (removed === undefined) return undefined;
      const change = { tx, log, organizationId };
      // The directory may have given the address to someone else meanwhile. What the former person knew must not open the account.
      await deleteSignIn(tx, organizationId, removed.id);
      await this.apiKey.replace(change, removed.id);
      // A service of an older version left the memberships.
      await this.groups.removeFromNamedGroups(tx, organizationId, removed.id);
      await this.write.execute(change, removed, { ...person, active: person.active ?? true });
      return removed.id;
    });
  }
}
