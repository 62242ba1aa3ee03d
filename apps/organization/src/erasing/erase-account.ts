import { Injectable } from '@nestjs/common';
import { erasableUser, guestsSeeing, type UserRecord } from '@parley/access';
import type { InputOf, OutputOf } from '@parley/contracts';
import { deleteOutdatedExports } from '@parley/contracts/messaging';
import { callersChanged, EMAIL_VISIBILITY, type eraseAccount, userAvatarChanged, userRenamed } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountChanges } from '../accounts/account-changes.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { avatarOf } from '../avatars/avatar-of.js';
import { avatarKeys, newVersion, versionOf } from '../avatars/change-avatar.js';
import type { Change } from '../change.js';
import { organizationOf } from '../organization-of.js';
import { Pictures } from '../pictures/pictures.js';
import { logValuesGone } from '../profile-fields/profile-values.js';
import { profileValuesOf, putProfileValues } from '../profile-fields/profile-values.repository.js';
import { deleteCredentials, redactAuditLog } from './erasing.repository.js';

/**
 * Replaces the name, the address and the picture of a deactivated user, and deletes their profile and credentials. The account stays, because
 * messages, groups and channels refer to it. Running it again does no harm.
 */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly addresses: OrganizationAddresses,
    private readonly users: UsersRepository,
    private readonly changes: AccountChanges,
    private readonly pictures: Pictures,
  ) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({ organizationId, userId }: InputOf<typeof eraseAccount>): Promise<OutputOf<typeof eraseAccount>> {
    const fullName = `Deleted user ${userId}`;
    const former = await this.eventLog.change(organizationId, async (tx, log) => {
      const user = await erasableUser(tx, organizationId, userId);
      const change = { tx, log, organizationId };
      await this.rename(change, user, fullName);
      await this.changeAvatar(change, { ...user, fullName });
      await this.changeAddress(change, userId);
      await this.changes.changeTimeZone(change, user, '');
      await this.deleteProfile(change, userId);
      await deleteCredentials(tx, organizationId, userId);
      await redactAuditLog(tx, organizationId, userId);
      // This is the last step of erasing a person. An export that begins after it has nothing of them.
      log.enqueue(deleteOutdatedExports, { organizationId });
      return user;
    });
    this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    await this.pictures.discard(avatarKeys(former, versionOf(former)));
    return { fullName };
  }

  private async rename({ tx, log, organizationId }: Change, user: UserRecord, fullName: string): Promise<void> {
    if (user.fullName === fullName) return;
    await this.users.update(tx, organizationId, user.id, { fullName });
    log.append(userRenamed, {
      userId: user.id,
      fullName,
      guestsWithAccess: await guestsSeeing(tx, await organizationOf(tx, organizationId), user.id),
    });
  }

  private async changeAvatar({ tx, log, organizationId }: Change, user: UserRecord): Promise<void> {
    if (user.avatarSource !== 'U') return;
    const version = newVersion('G');
    await this.users.update(tx, organizationId, user.id, version);
    const guestsWithAccess = await guestsSeeing(tx, await organizationOf(tx, organizationId), user.id);
    log.append(userAvatarChanged, avatarOf({ ...user, ...version }, guestsWithAccess));
  }

  /** The picture that is generated from the address changes with it. */
  private async changeAddress(change: Change, userId: number): Promise<void> {
    const { stringId } = await organizationOf(change.tx, change.organizationId);
    const user = await erasableUser(change.tx, change.organizationId, userId);
    const deliveryEmail = `erased-user${userId}@${this.addresses.mailDomain(stringId)}`;
    await this.changes.replaceEmails(change, user, { deliveryEmail, emailAddressVisibility: EMAIL_VISIBILITY.nobody });
  }

  private async deleteProfile(change: Change, userId: number): Promise<void> {
    const fieldIds = [...(await profileValuesOf(change.tx, change.organizationId, userId)).keys()];
    const gone = fieldIds.map((fieldId) => ({ fieldId, value: null, rendered: null }));
    await putProfileValues(change.tx, change.organizationId, userId, gone);
    for (const fieldId of fieldIds) await logValuesGone(change, fieldId, [userId]);
  }
}
