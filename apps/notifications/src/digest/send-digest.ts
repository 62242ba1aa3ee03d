import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readMessages, readViewer, userById } from '@parley/access';
import { organizationSettings } from '@parley/contracts/organization';
import { Mail, MailJobs } from '@parley/mail';
import { Database, organizationById, userSettingsOf } from '@parley/persistence';
import { CONFIG, OrganizationAddresses, Runtime, UnsubscribeTokens } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { dropRefused } from '../mailing/drop-refused.js';
import { newChannels, stillWantsDigest, topicsNow } from './digest-content.repository.js';
import { type DigestPayload, digestJob, keyOf } from './digest-job.js';
import { hotTopics } from './hot-topics.js';

/** New channels that a mail names. It counts the others. */
const MOST_CHANNELS = 10;
/** A digest that began so long ago is no longer sent. */
const MOST_LATE_MS = 2 * 24 * 3_600_000;

/** Sends the digest of one person, by what they may read and want at this moment. If there is nothing to tell, nothing is sent. */
@Injectable()
export class SendDigest implements OnApplicationBootstrap {
  private readonly tokens: UnsubscribeTokens;

  constructor(
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly runtime: Runtime,
    @Inject(CONFIG) config: NotificationsConfig,
  ) {
    this.tokens = new UnsubscribeTokens(config);
  }

  onApplicationBootstrap(): void {
    this.jobs.handle(digestJob, (payload) => this.execute(payload));
  }

  private async execute(payload: DigestPayload): Promise<void> {
    const { organizationId, userId, topicIds, sinceId = 0 } = payload;
    if (payload.begunAt < Date.now() - MOST_LATE_MS) return;
    const reader = this.database.direct;
    const since = new Date(payload.since);
    const [organization, user] = [await organizationById(reader, organizationId), await userById(reader, organizationId, userId)];
    const settings = await userSettingsOf(reader, organizationId, userId);
    if (organization === undefined || organization.deactivatedAt !== null || user === undefined || settings === undefined) return;
    const { digest_emails_enabled, message_content_allowed_in_email_notifications } = organizationSettings(organization.settings);
    if (!digest_emails_enabled || !(await stillWantsDigest(reader, organizationId, userId))) return;
    const viewer = await readViewer(reader, { organizationId, userId, role: user.role });
    const topics = hotTopics(topicIds.length === 0 ? [] : await topicsNow(reader, viewer, topicIds, { since, sinceId }));
    const channels = await newChannels(reader, viewer, since, MOST_CHANNELS);
    if (topics.length === 0 && channels.length === 0) return;
    const messageIds = topics.flatMap((topic) => topic.messageIds);
    const messages = new Map((await readMessages(reader, viewer, messageIds)).map((each) => [each.facts.id, each]));
    const { digestMail } = await import('./compose-digest.js');
    const url = this.addresses.url(organization.stringId);
    const sending = this.mail.send(digestMail, {
      to: user.deliveryEmail,
      key: keyOf(payload),
      sender: { organizationId, name: organization.name, url },
      values: {
        fullName: user.fullName,
        settings,
        organization: { name: organization.name, url },
        showsContent: message_content_allowed_in_email_notifications && settings.message_content_in_email_notifications,
        conversations: topics.map((topic) => ({ ...topic, shown: topic.messageIds.flatMap((id) => messages.get(id) ?? []) })),
        channels,
        unsubscribeUrl: `${url}/unsubscribe/${this.tokens.tokenOf(organizationId, userId, 'digest')}`,
      },
    });
    await sending.catch(dropRefused(this.runtime.logger, digestMail.name, { organizationId, userId }));
  }
}
