import { Inject, Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { SettingChanges, stopMails } from '@parley/contracts/settings';
import { Database, organizationByStringId } from '@parley/persistence';
import { type BaseConfig, CONFIG, type MailKind, OrganizationAddresses, UnsubscribeTokens } from '@parley/runtime';
import { UpdateOwnSettings } from './update-own-settings.js';

const OFF: Readonly<Record<MailKind, SettingChanges>> = {
  missed: {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  },
  digest: { enable_digest_emails: false },
};

/** Turns the settings off that cause such mails, for someone who has only the link in one of them. */
@Injectable()
export class StopMails {
  private readonly tokens: UnsubscribeTokens;

  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly own: UpdateOwnSettings,
    @Inject(CONFIG) config: BaseConfig,
  ) {
    this.tokens = new UnsubscribeTokens(config);
  }

  /** @throws unknownOrganization @throws confirmationInvalid */
  async execute({ caller, params }: CallOf<typeof stopMails>): Promise<OutputOf<typeof stopMails>> {
    const named = 'host' in caller ? this.addresses.read(caller.host) : undefined;
    const stringId = named?.kind === 'organization' ? named.stringId : undefined;
    const organization = stringId === undefined ? undefined : await organizationByStringId(this.database.direct, stringId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    const read = this.tokens.read(organization.id, params.token);
    const user = read && (await userById(this.database.direct, organization.id, read.userId));
    if (read === undefined || user === undefined) throw apiErrors.confirmationInvalid();
    const { id: userId, role, isBot, botOwnerId } = user;
    await this.own.execute(
      { organizationId: organization.id, userId, role, isBot, botOwnerId, clientName: caller.clientName },
      OFF[read.kind],
    );
    return { kind: read.kind };
  }
}
