import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { callersChanged, isPasswordLoginEnabled, type resetPassword } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { MailedLinks, type OpenedLink } from '../credentials/mailed-links.js';
import { PasswordResetsRepository } from '../credentials/password-resets.repository.js';
import { Passwords, personalWords } from '../credentials/passwords.js';
import { PasswordResetKeys } from './password-reset-keys.js';

/** POST /accounts/password/reset/confirm. Only the owner of the mailbox has the link. It works once. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly addresses: OrganizationAddresses,
    private readonly links: MailedLinks,
    private readonly keys: PasswordResetKeys,
    private readonly passwords: Passwords,
    private readonly resets: PasswordResetsRepository,
    private readonly credentials: CredentialsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    const { nonce, organization, userId } = await this.opened(params.key, caller.host);
    if (!isPasswordLoginEnabled(organization.settings)) throw apiErrors.passwordLoginDisabled();
    const user = await userById(this.database.direct, organization.id, userId);
    if (user === undefined) throw apiErrors.confirmationInvalid();
    // Hashed outside the transaction, because it takes tens of milliseconds.
    const by = { organizationId: organization.id, personId: userId };
    const hash = await this.passwords.hash(params.new_password, personalWords(organization, user), by);
    const email = await this.eventLog.change(organization.id, (tx) => this.reset(tx, organization.id, nonce, hash));
    this.bus.publish(callersChanged, { organizationId: organization.id, userIds: [userId] });
    return { email, realm_url: this.addresses.url(organization.stringId) };
  }

  /** Checked before the new password is hashed. @throws confirmationInvalid, also if the link was ended or has expired */
  private async opened(key: string, host: string): Promise<OpenedLink & { readonly userId: number }> {
    const { client } = this.database;
    const link = await this.links.open({ key, host }, this.keys, (nonce) => this.resets.findOrganization(client, nonce));
    const reset = await this.resets.findOpen(client, link.organization.id, link.nonce);
    if (reset === undefined) throw apiErrors.confirmationInvalid();
    return { ...link, userId: reset.userId };
  }

  /** Returns the email address of the account. */
  private async reset(tx: Tx, organizationId: number, nonce: string, hash: string): Promise<string> {
    const reset = await this.resets.findOpen(tx, organizationId, nonce);
    const user = reset === undefined ? undefined : await userById(tx, organizationId, reset.userId);
    if (user === undefined || !user.isActive || user.deliveryEmail !== reset?.email) throw apiErrors.confirmationInvalid();
    const ended = await this.credentials.putPassword(tx, organizationId, user.id, hash);
    // Another link was used first.
    if (!ended.includes(nonce)) throw apiErrors.confirmationInvalid();
    return user.deliveryEmail;
  }
}
