import { Injectable } from '@nestjs/common';
import { avatarUrlOf, guestsSeeing, mediumAvatarUrlOf, type UserRecord } from '@parley/access';
import { apiErrors, ROLES, type Role } from '@parley/contracts';
import { apiEmailOf, userEmailsChanged, userRenamed, userRoleChanged, userTimeZoneChanged } from '@parley/contracts/organization';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { Change } from '../change.js';
import { lastOfOrganization } from './account-administration.policy.js';
import { refuseForeignEmail } from './admitted-email.js';
import { checkedEmail } from './email-address.js';
import { checkedFullName } from './full-name.js';
import { systemGroupIdsFor } from './memberships.js';
import { withRoleEffects } from './role-effects.js';
import { refuseTakenName } from './taken-name.js';
import { UsersRepository } from './users.repository.js';

/** The email addresses of an account, and who may see the real one. */
export interface Emails {
  readonly deliveryEmail: string;
  /** EMAIL_VISIBILITY */
  readonly emailAddressVisibility: number;
}

/**
 * Changes of accounts, as part of the caller's transaction. The caller must check permissions.
 * Each method returns whether anything changed. Unchanged values write and log nothing.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** @throws ApiError if the name is invalid or taken */
  async rename({ tx, log, organizationId }: Change, user: UserRecord, given: string): Promise<boolean> {
    const fullName = checkedFullName(given);
    if (fullName === user.fullName) return false;
    const organization = await organizationOf(tx, organizationId);
    await refuseTakenName(this.users, tx, organization, { fullName, botOwnerId: user.botOwnerId, exceptId: user.id });
    await this.users.update(tx, organizationId, user.id, { fullName });
    log.append(userRenamed, { userId: user.id, fullName, guestsWithAccess: await guestsSeeing(tx, organization, user.id) });
    return true;
  }

  /** @throws lastOwnerRole */
  async changeRole({ tx, log, organizationId }: Change, user: UserRecord, role: Role): Promise<boolean> {
    if (role === user.role) return false;
    if (user.isActive && role !== ROLES.owner && (await this.isOnlyOwner(tx, user))) throw apiErrors.lastOwnerRole();
    const groupsOf = async (person: UserRecord): Promise<number[]> =>
      person.isActive ? systemGroupIdsFor(tx, organizationId, person) : [];
    const before = await groupsOf(user);
    const after = await groupsOf({ ...user, role });
    const write = () => this.users.update(tx, organizationId, user.id, { role });
    const change = { tx, log, organizationId };
    const effects = await withRoleEffects(change, { user, role, addresses: this.addresses, users: this.users }, write);
    log.append(userRoleChanged, {
      userId: user.id,
      role,
      leftGroupIds: before.filter((id) => !after.includes(id)),
      joinedGroupIds: after.filter((id) => !before.includes(id)),
      guestsWithAccess: await guestsSeeing(tx, await organizationOf(tx, organizationId), user.id),
      ...(effects && { own: effects.own }),
    });
    await effects?.log();
    return true;
  }

  /** @throws ApiError if the address is invalid, not allowed in the organization, or taken */
  async changeEmails({ tx, log, organizationId }: Change, user: UserRecord, given: Partial<Emails>): Promise<boolean> {
    const address = given.deliveryEmail === undefined ? {} : { deliveryEmail: checkedEmail(given.deliveryEmail) };
    const after = { ...user, ...given, ...address };
    if (after.deliveryEmail === user.deliveryEmail && after.emailAddressVisibility === user.emailAddressVisibility) return false;
    if (after.deliveryEmail !== user.deliveryEmail && !user.isBot) await refuseForeignEmail(tx, organizationId, after.deliveryEmail);
    if (await this.users.isEmailTaken(tx, organizationId, after.deliveryEmail, user.id))
      throw apiErrors.emailInUse({ email: after.deliveryEmail });
    return this.replaceEmails({ tx, log, organizationId }, user, after);
  }

  /** Without checking the address. */
  async replaceEmails({ tx, log, organizationId }: Change, user: UserRecord, given: Emails): Promise<boolean> {
    const after = { ...user, ...given };
    if (after.deliveryEmail === user.deliveryEmail && after.emailAddressVisibility === user.emailAddressVisibility) return false;
    const organization = await organizationOf(tx, organizationId);
    const apiEmail = apiEmailOf(after, this.addresses.mailDomain(organization.stringId));
    const { deliveryEmail, emailAddressVisibility } = after;
    await this.users.update(tx, organizationId, user.id, { deliveryEmail, emailAddressVisibility, apiEmail });
    log.append(userEmailsChanged, {
      userId: user.id,
      avatarSource: user.avatarSource,
      avatarVersion: user.avatarVersion,
      before: addressesOf(user),
      after: addressesOf({ ...after, apiEmail }),
      guestsWithAccess: await guestsSeeing(tx, organization, user.id),
    });
    return true;
  }

  async changeTimeZone({ tx, log, organizationId }: Change, user: UserRecord, timezone: string): Promise<boolean> {
    if (timezone === user.timezone) return false;
    await this.users.update(tx, organizationId, user.id, { timezone });
    const guestsWithAccess = await guestsSeeing(tx, await organizationOf(tx, organizationId), user.id);
    log.append(userTimeZoneChanged, { userId: user.id, email: user.apiEmail, timezone, guestsWithAccess });
    return true;
  }

  private async isOnlyOwner(tx: Tx, user: UserRecord): Promise<boolean> {
    return lastOfOrganization(user, await this.users.others(tx, user.organizationId, user.id)) !== undefined && user.role === ROLES.owner;
  }
}

async function organizationOf(tx: Tx, organizationId: number): Promise<OrganizationRecord> {
  const organization = await organizationById(tx, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  return organization;
}

function addressesOf(user: UserRecord) {
  return {
    email: user.apiEmail,
    deliveryEmail: user.deliveryEmail,
    emailAddressVisibility: user.emailAddressVisibility,
    avatarUrl: avatarUrlOf(user),
    mediumAvatarUrl: mediumAvatarUrlOf(user),
  };
}
