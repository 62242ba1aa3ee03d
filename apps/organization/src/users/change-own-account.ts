import { Injectable } from '@nestjs/common';
import { type UserRecord, userById } from '@parley/access';
import { apiErrors, type Caller, type InputOf, isAdministrator, refuseTokens, type Visitor } from '@parley/contracts';
import { callersChanged, type changeOwnAccount, organizationSettings } from '@parley/contracts/organization';
import { settingsChanged } from '@parley/contracts/settings';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { type OrganizationRecord, organizationById, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { AccountChanges } from '../accounts/account-changes.js';
import { checkedEmail } from '../accounts/email-address.js';
import type { Change } from '../change.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { RequestEmailChange } from '../email-change/request-email-change.js';
import { OwnPassword } from './own-password.js';

type Wanted = InputOf<typeof changeOwnAccount>;

interface Account {
  readonly organization: OrganizationRecord;
  readonly user: UserRecord;
}

/**
 * Changes of the caller's own account: name, time zone, email visibility, password, and the request of a new email address. Either all
 * changes are made or none.
 */
@Injectable()
export class ChangeOwnAccount {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly ownPassword: OwnPassword,
    private readonly changes: AccountChanges,
    private readonly requestEmailChange: RequestEmailChange,
    private readonly proof: FreshProof,
  ) {}

  async execute(caller: Caller | Visitor, wanted: Wanted): Promise<Record<string, never>> {
    if (!('userId' in caller)) throw apiErrors.noSuchUser();
    if (caller.isBot) throw apiErrors.humansOnly();
    if (wanted.email !== undefined || wanted.password !== undefined) {
      refuseTokens(caller);
      await this.proof.check(caller);
    }
    const { organizationId, userId } = caller;
    const password = wanted.password === undefined ? undefined : await this.ownPassword.check(caller, wanted.password);
    const hasAddress = await this.eventLog.change(organizationId, async (tx, log) => {
      const account = await accountOf(tx, caller);
      if (password !== undefined) await this.ownPassword.replace(tx, caller, password);
      logSettings(log, account.user, wanted);
      const change = { tx, log, organizationId };
      const changesAddress = await this.changeProfile(change, account, wanted);
      if (wanted.email !== undefined) await this.requestEmailChange.execute(change, account, checkedEmail(wanted.email));
      return changesAddress;
    });
    if (hasAddress || password !== undefined) this.bus.publish(callersChanged, { organizationId, userIds: [userId] });
    return {};
  }

  /** Returns whether the API email changed. */
  private async changeProfile(change: Change, { organization, user }: Account, wanted: Wanted): Promise<boolean> {
    const { fullName, timezone, emailAddressVisibility } = wanted;
    if (fullName !== undefined && (await this.changes.rename(change, user, fullName)) && areNamesFixed(organization, user)) {
      throw apiErrors.nameChangesDisabled();
    }
    if (timezone !== undefined) await this.changes.changeTimeZone(change, user, timezone);
    return emailAddressVisibility !== undefined && this.changes.changeEmails(change, user, { emailAddressVisibility });
  }
}

async function accountOf(tx: Tx, { organizationId, userId }: Caller): Promise<Account> {
  const organization = await organizationById(tx, organizationId);
  const user = await userById(tx, organizationId, userId);
  if (organization === undefined || user === undefined || !user.isActive) throw apiErrors.noSuchUser();
  return { organization, user };
}

function areNamesFixed({ settings }: OrganizationRecord, { role }: UserRecord): boolean {
  return organizationSettings(settings).name_changes_disabled && !isAdministrator(role);
}

/** Personal settings that are stored in the account. */
function logSettings(log: ChangeLog, user: UserRecord, { timezone, emailAddressVisibility }: Wanted): void {
  const changes = [
    ...(timezone === undefined || timezone === user.timezone ? [] : [{ name: 'timezone', value: timezone }]),
    ...(emailAddressVisibility === undefined || emailAddressVisibility === user.emailAddressVisibility
      ? []
      : [{ name: 'email_address_visibility', value: emailAddressVisibility }]),
  ];
  if (changes.length > 0) log.append(settingsChanged, { userIds: [user.id], changes });
}
