import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import { callersChanged } from '@parley/contracts/organization';
import { Bus } from '@parley/rpc';
import { AccountChanges } from '../accounts/account-changes.js';
import { DeactivateAccount } from '../accounts/deactivate-account.js';
import type { Change } from '../change.js';
import { ReactivateAccount } from '../users/reactivate-account.js';
import { isExternalIdTaken, isUserNameTaken, putSaid } from './people.repository.js';
import { accountOf, type Person, type PersonRecord } from './person-resource.js';
import { scimErrors } from './scim-error.js';

/** Makes an account what a directory says, as part of the caller's transaction. Values that do not change write and log nothing. */
@Injectable()
export class WritePerson {
  constructor(
    private readonly bus: Bus,
    private readonly changes: AccountChanges,
    private readonly deactivation: DeactivateAccount,
    private readonly reactivation: ReactivateAccount,
  ) {}

  /** @throws ScimError, ApiError of the changes */
  async execute(change: Change, before: PersonRecord, person: Person): Promise<void> {
    const { organizationId } = change;
    const isActive = person.active ?? before.isActive;
    const changed = new Set<number>();
    if (isActive && !before.isActive && (await this.reactivation.within(change, before.id, null))) {
      changed.add(before.id);
      // Someone who was never active is in no channel yet. Channels that they were in or left are skipped.
      change.log.enqueue(subscribeNewAccount, { organizationId, userId: before.id, channelIds: [], includesDefaults: true });
    }
    if (await this.changeAccount(change, before.id, person)) changed.add(before.id);
    await this.store(change, before.id, person);
    if (!isActive && before.isActive) for (const id of await this.deactivation.within(change, before.id)) changed.add(id);
    if (changed.size > 0) change.log.afterCommit(() => this.bus.publish(callersChanged, { organizationId, userIds: [...changed] }));
  }

  /** What the directory said, and for an account that was just created, whether it is active. @throws uniqueness */
  async store({ tx, organizationId }: Pick<Change, 'tx' | 'organizationId'>, userId: number, person: Person): Promise<void> {
    const { userName, externalId = null, displayName, name, emails, roles } = person;
    if (await isUserNameTaken(tx, organizationId, userName, userId)) throw scimErrors.uniqueness('Someone else has this userName.');
    if (externalId !== null && (await isExternalIdTaken(tx, organizationId, externalId, userId)))
      throw scimErrors.uniqueness('Someone else has this externalId.');
    await putSaid(tx, organizationId, userId, { userName, externalId, given: { displayName, name, emails, roles } });
  }

  /** Returns whether cached callers are outdated. */
  private async changeAccount(change: Change, userId: number, person: Person): Promise<boolean> {
    const wanted = accountOf(person);
    const user = await userById(change.tx, change.organizationId, userId);
    if (user === undefined) throw apiErrors.noSuchUser();
    if (wanted.fullName !== user.fullName) await this.changes.rename(change, user, wanted.fullName);
    const hasRole = await this.changes.changeRole(change, user, wanted.role);
    const hasEmail =
      wanted.deliveryEmail !== user.deliveryEmail &&
      (await this.changes.changeEmails(change, user, { deliveryEmail: wanted.deliveryEmail }));
    return hasRole || hasEmail;
  }
}
