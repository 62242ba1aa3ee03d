import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type PersonalMessage, readMessages, readViewer, userById } from '@parley/access';
import { FLAG_BITS } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts/organization';
import type { UserSettingValues } from '@parley/contracts/settings';
import { Mail, MailJobs } from '@parley/mail';
import { Database, organizationById, userSettingsOf } from '@parley/persistence';
import { CONFIG, OrganizationAddresses, ReplyMailboxes, Runtime, UnsubscribeTokens } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { groupName } from '../deciding/group-name.repository.js';
import { TRIGGERS, type Trigger } from '../deciding/missed-message.js';
import { dropRefused } from './drop-refused.js';
import { keyOf, type MissedMailPayload, missedMailJob } from './missed-mail-job.js';
import { hasOtherAccount, messagesBefore } from './missed-mails.repository.js';

/** Messages that are shown before those that were missed. */
const CONTEXT = 3;
/** realm_name_in_email_notifications_policy */
const ALWAYS = 2;
const NEVER = 3;

const TRIGGER_NAMES: ReadonlyMap<number, Trigger> = new Map(Object.entries(TRIGGERS).map(([name, number]) => [number, name as Trigger]));

/** Sends the mails of missed messages, with their texts of now. What the person has read meanwhile, or may not read any more, is left out. */
@Injectable()
export class SendMissedMail implements OnApplicationBootstrap {
  private readonly tokens: UnsubscribeTokens;
  private readonly replies: ReplyMailboxes;

  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: NotificationsConfig,
  ) {
    this.tokens = new UnsubscribeTokens(config);
    this.replies = new ReplyMailboxes(config);
  }

  onApplicationBootstrap(): void {
    this.jobs.handle(missedMailJob, (payload) => this.execute(payload));
  }

  private async execute(payload: MissedMailPayload): Promise<void> {
    const { organizationId, userId, messageIds, olderCount, trigger, mentionedGroupId } = payload;
    const reader = this.database.direct;
    const [organization, user] = [await organizationById(reader, organizationId), await userById(reader, organizationId, userId)];
    const settings = await userSettingsOf(reader, organizationId, userId);
    if (organization === undefined || organization.deactivatedAt !== null || user === undefined || !user.isActive || settings === undefined)
      return;
    const viewer = await readViewer(reader, { organizationId, userId, role: user.role });
    const readableNow = await readMessages(reader, viewer, messageIds);
    const [first, ...others] = readableNow.filter(({ flagBits }) => (flagBits & FLAG_BITS.read) === 0);
    if (first === undefined) return;
    const context = await readMessages(reader, viewer, olderCount > 0 ? [] : await messagesBefore(reader, viewer, first, CONTEXT));
    const messages: [PersonalMessage, ...PersonalMessage[]] = [first, ...others];
    const { missedMail } = await import('./compose-missed-mail.js');
    const url = this.addresses.url(organization.stringId);
    const replyTo = this.replyAddress({ organizationId, userId }, messages);
    const sending = this.mail.send(missedMail, {
      to: user.deliveryEmail,
      replyTo,
      key: keyOf(payload),
      sender: { organizationId, name: organization.name, url },
      values: {
        userId,
        fullName: user.fullName,
        settings,
        organization: {
          name: organization.name,
          url,
          isContentAllowed: organizationSettings(organization.settings).message_content_allowed_in_email_notifications,
        },
        showsOrganization: await this.showsOrganization(organizationId, user.deliveryEmail, settings),
        trigger: TRIGGER_NAMES.get(trigger) ?? 'direct',
        group: mentionedGroupId === null ? undefined : await groupName(this.database.direct, organizationId, mentionedGroupId),
        messages,
        olderCount,
        context,
        canReply: replyTo !== undefined,
        unsubscribeUrl: `${url}/unsubscribe/${this.tokens.tokenOf(organizationId, userId, 'missed')}`,
      },
    });
    await sending.catch(dropRefused(this.runtime.logger, missedMail.name, { organizationId, userId }));
  }

  /** Undefined if this installation takes no mail. */
  private replyAddress(
    who: { readonly organizationId: number; readonly userId: number },
    messages: readonly PersonalMessage[],
  ): string | undefined {
    const { MAIL_IN_DOMAIN: domain } = this.config;
    const newest = messages.at(-1);
    return domain === undefined || newest === undefined ? undefined : `${this.replies.localPartFor(who, newest.facts.id)}@${domain}`;
  }

  /** Automatic: if the address has accounts in several organizations. */
  private async showsOrganization(organizationId: number, email: string, settings: UserSettingValues): Promise<boolean> {
    const policy = settings.realm_name_in_email_notifications_policy;
    if (policy === ALWAYS || policy === NEVER) return policy === ALWAYS;
    return hasOtherAccount(this.database.direct, organizationId, email);
  }
}
