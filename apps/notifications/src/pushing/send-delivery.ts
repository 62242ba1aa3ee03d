import { Inject, Injectable } from '@nestjs/common';
import { avatarUrlOf, type MessageSender, readMessages, readViewer, userById } from '@parley/access';
import { FLAG_BITS } from '@parley/contracts';
import { type MessageFacts, unknownSender } from '@parley/contracts/messaging';
import { isAvatarComputable, organizationSettings } from '@parley/contracts/organization';
import { Database, organizationById, userSettingsOf } from '@parley/persistence';
import type { PushService } from '@parley/push';
import { CONFIG, OrganizationAddresses } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { groupName } from '../deciding/group-name.repository.js';
import { addMark, countMarks, type Delivery, deleteMark } from './push-deliveries.repository.js';
import { digestOf, PushGateway, type Sent } from './push-gateway.js';
import { messageParts, type NoticeParts, type PushAccount, removalParts } from './push-notices.js';
import { targetsOf } from './push-targets.repository.js';
import { pushWords } from './push-words.js';

/** How an attempt ended: done, or again later with what was reached. */
export type Attempt =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly delivered: readonly string[]; readonly sent: readonly Sent[] };

const DONE: Attempt = { isDone: true };

/** Sends one delivery to all devices of the person, if the message is still unread and readable. */
@Injectable()
export class SendDelivery {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly gateway: PushGateway,
    @Inject(CONFIG) private readonly config: Pick<NotificationsConfig, 'PUSH_CONTENT' | 'EXTERNAL_HOST'>,
  ) {}

  async execute(service: PushService, delivery: Delivery): Promise<Attempt> {
    const { organizationId, userId, delivered } = delivery;
    const all = await targetsOf(this.database.direct, organizationId, userId, [service]);
    const targets = all.filter(({ target }) => !delivered.includes(digestOf(target)));
    const parts = targets.length === 0 ? undefined : await this.partsOf(service, delivery);
    if (parts === undefined) return DONE;
    const sent = await this.gateway.send({ organizationId, userId }, targets, parts);
    const again = sent.filter(({ outcome: { kind } }) => kind === 'later' || kind === 'unauthorized');
    if (again.length === 0) return DONE;
    const reached = sent.filter((each) => !again.includes(each)).map(({ reached: { target } }) => digestOf(target));
    return { isDone: false, delivered: [...delivered, ...reached], sent: again };
  }

  /** What an account's notifications say of it. Undefined if the organization does not exist. */
  async accountOf(organizationId: number, userId: number): Promise<(PushAccount & { readonly requiresEncryption: boolean }) | undefined> {
    const organization = await organizationById(this.database.direct, organizationId);
    if (organization === undefined) return undefined;
    return {
      userId,
      organizationId,
      organizationName: organization.name,
      url: this.addresses.url(organization.stringId),
      server: this.config.EXTERNAL_HOST,
      requiresEncryption: organizationSettings(organization.settings).require_e2ee_push_notifications,
    };
  }

  private async partsOf(service: PushService, delivery: Delivery): Promise<NoticeParts | undefined> {
    const { organizationId, userId, messageIds, trigger, noticeId } = delivery;
    const account = await this.accountOf(organizationId, userId);
    if (account === undefined) return undefined;
    const [messageId] = messageIds;
    if (trigger === null || messageId === undefined) {
      return removalParts(noticeId, account, messageIds, await countMarks(this.database.direct, organizationId, userId, service));
    }
    // Before the message is read: what marks it as read afterwards finds the mark.
    await addMark(this.database.direct, organizationId, userId, service, messageId);
    const facts = await this.unreadMessage(organizationId, userId, messageId);
    if (facts === undefined) {
      await deleteMark(this.database.direct, organizationId, userId, service, messageId);
      return undefined;
    }
    const settings = await userSettingsOf(this.database.direct, organizationId, userId);
    const name = delivery.groupId === null ? undefined : await groupName(this.database.direct, organizationId, delivery.groupId);
    const message = {
      facts,
      trigger,
      group: name === undefined || delivery.groupId === null ? null : { id: delivery.groupId, name },
      badge: await countMarks(this.database.direct, organizationId, userId, service),
      showsContent: this.config.PUSH_CONTENT && !account.requiresEncryption,
    };
    return messageParts(noticeId, account, message, pushWords(settings?.default_language ?? 'en'));
  }

  /** Undefined if it was read or deleted, or may not be read any more. */
  private async unreadMessage(organizationId: number, userId: number, messageId: number): Promise<MessageFacts | undefined> {
    const user = await userById(this.database.direct, organizationId, userId);
    if (user === undefined || !user.isActive) return undefined;
    const viewer = await readViewer(this.database.direct, { organizationId, userId, role: user.role });
    const [message] = await readMessages(this.database.direct, viewer, [messageId]);
    if (message === undefined || (message.flagBits & FLAG_BITS.read) !== 0) return undefined;
    return { ...message.facts, sender: this.shownSender(message.sender) };
  }

  private shownSender(sender: MessageSender): MessageFacts['sender'] {
    if (sender.hides === 'everything') return unknownSender(sender.id, this.addresses.ownHost);
    return {
      id: sender.id,
      email: sender.email,
      fullName: sender.fullName,
      avatarUrl: avatarUrlOf(sender),
      avatarIsComputable: isAvatarComputable(sender),
    };
  }
}
