import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { subscribeNewAccount } from '@parley/contracts/channels';
import { callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type OrganizationRecord } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import { NewAccounts, type ValidAccount } from '../accounts/new-accounts.js';
import type { Change } from '../change.js';
import { GroupRules } from './group-rules.js';
import type { ProviderRecord } from './identity-providers.repository.js';
import { accountOfIdentity, type IdentifiedAccount, linkIdentity, personOfAddress } from './linked-identities.repository.js';
import { nameOfAccount } from './name-of-account.js';
import type { ProvenIdentity } from './proven-identity.js';
import { type AccountRules, rulesOf } from './provider-settings.js';

interface Arrival {
  readonly organization: OrganizationRecord;
  readonly provider: ProviderRecord;
  readonly identity: ProvenIdentity;
  readonly rules: AccountRules;
}

/**
 * Finds the account of an identity: the one that is linked to it; else the one with its address, if the provider has verified the address and may
 * speak for its domain; else a new one, if the rules of the provider allow it.
 */
@Injectable()
export class AcceptIdentity {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly accounts: NewAccounts,
    private readonly groups: GroupRules,
  ) {}

  /** @throws identityNotAdmitted, identityNotInGroup, noAccountForIdentity, otherIdentityLinked, userDeactivated, and those of a new account */
  async execute(organization: OrganizationRecord, provider: ProviderRecord, identity: ProvenIdentity): Promise<IdentifiedAccount> {
    const arrival = { organization, provider, identity, rules: rulesOf(provider.settings) };
    this.groups.refuseOthers(arrival.rules, identity.groups);
    const name = { providerId: provider.id, subject: identity.subject };
    const linked = await accountOfIdentity(this.database.direct, organization.id, name);
    const needsChange =
      linked === undefined || (linked.isActive && (await this.groups.differ(this.database.direct, organization.id, linked, arrival)));
    const account = needsChange ? await this.change(arrival, linked === undefined) : linked;
    if (!account.isActive) throw apiErrors.userDeactivated();
    return account;
  }

  /** All changes of an organization wait for each other, so an identity gets one account also if it arrives several times at once. */
  private async change(arrival: Arrival, isNew: boolean): Promise<IdentifiedAccount> {
    const { organization, provider, identity } = arrival;
    const organizationId = organization.id;
    const prepared = isNew ? await this.prepare(arrival) : undefined;
    const name = { providerId: provider.id, subject: identity.subject };
    const { account, hasChanged } = await this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId };
      const known = await accountOfIdentity(tx, organizationId, name);
      const found = known ?? (prepared === undefined ? undefined : await this.link(change, arrival, prepared));
      // It was unlinked meanwhile.
      if (found === undefined) throw apiErrors.signInExpired();
      if (!found.isActive) return { account: found, hasChanged: false };
      return { account: found, hasChanged: await this.groups.apply(change, found, arrival) };
    });
    if (hasChanged) this.bus.publish(callersChanged, { organizationId, userIds: [account.userId] });
    return account;
  }

  /** What can be checked before the change. `account`: the one that can be created. */
  private async prepare({ organization, identity, rules }: Arrival): Promise<{ email: string; account: ValidAccount | undefined }> {
    const { email = '', isEmailVerified } = identity;
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    // The same answer whether an account with the address exists.
    if (!isEmailVerified || !(rules.domains ?? []).includes(domain)) throw apiErrors.identityNotAdmitted();
    const { direct } = this.database;
    if (rules.creates_accounts !== true || (await personOfAddress(direct, organization.id, email)) !== undefined)
      return { email, account: undefined };
    await refuseForeignEmail(direct, organization.id, email);
    const account = await this.accounts.validate({
      organizationId: organization.id,
      email,
      fullName: nameOfAccount(identity.fullName, email),
      password: null,
      role: this.groups.roleOfNewAccount(rules, identity.groups),
      botOwnerId: null,
    });
    return { email, account };
  }

  private async link(
    change: Change,
    { provider, identity }: Arrival,
    { email, account }: { email: string; account: ValidAccount | undefined },
  ): Promise<IdentifiedAccount> {
    const { tx, organizationId } = change;
    const existing = await personOfAddress(tx, organizationId, email);
    if (existing?.isActive === false) throw apiErrors.userDeactivated();
    if (existing === undefined && account === undefined) throw apiErrors.noAccountForIdentity();
    if (existing === undefined && account !== undefined) await this.create(change, account);
    const person = existing ?? (await personOfAddress(tx, organizationId, email));
    if (person === undefined) throw new Error('the new account was not stored');
    const name = { providerId: provider.id, subject: identity.subject };
    if (!(await linkIdentity(tx, organizationId, name, person.userId))) throw apiErrors.otherIdentityLinked();
    return person;
  }

  private async create(change: Change, account: ValidAccount): Promise<void> {
    const { log, organizationId } = change;
    const { userId } = await this.accounts.insert(change, account);
    log.enqueue(subscribeNewAccount, { organizationId, userId, channelIds: [], includesDefaults: true });
  }
}
