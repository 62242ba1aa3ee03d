import { Inject, Injectable } from '@nestjs/common';
import { isSignedMailbox, readMessages, readViewer, type UserRecord, userById } from '@parley/access';
import { apiErrors, type Caller, ROLES } from '@parley/contracts';
import { type ChannelMailbox, type MailOption, type ReplyMailbox, readMailboxAddress } from '@parley/contracts/messaging';
import { Database, organizationById, systemBotId } from '@parley/persistence';
import { type BaseConfig, CONFIG, ReplyMailboxes } from '@parley/runtime';
import { callerOf } from '../due-times/caller-of.js';
import { mailChannel } from './mailboxes.repository.js';

const CLIENT_NAME = 'ParleyMail';
const GENERAL_CHAT_ONLY = 'empty_topic_only';

export type MailDestination =
  | { readonly kind: 'channel'; readonly channelId: number /** Null: that of the mail. */; readonly topic: string | null }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] };

/** Where a mail to an address leads. */
export interface FoundMailbox {
  /** The sender of the message. */
  readonly sender: Caller;
  /** The person whose permissions decide, if it is not the sender. */
  readonly author: Caller | null;
  readonly to: MailDestination;
  /** Whether anyone may have written it, because others can know the address. */
  readonly isForeign: boolean;
  /** The only address that may write there. Null: any. */
  readonly onlyFrom: string | null;
  readonly options: ReadonlySet<MailOption>;
}

/** Verifies the address of a mail, and finds out who writes where. What the address proves is all that is known of the writer. */
@Injectable()
export class FindMailbox {
  private readonly replies: ReplyMailboxes;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: BaseConfig,
  ) {
    this.replies = new ReplyMailboxes(config);
  }

  /** @throws unknownMailAddress, unknownOrganization, organizationDeactivated, mailAuthorDeactivated, mailConversationGone, mayNotSendToChannel */
  async execute(localPart: string): Promise<FoundMailbox> {
    const address = readMailboxAddress(localPart);
    if (address === undefined) throw apiErrors.unknownMailAddress();
    const { mailbox, signature, options } = address;
    const organization = await organizationById(this.database.direct, mailbox.organizationId);
    // It may have moved to another cell. At this error, the gateway looks where it is now.
    if (organization === undefined) throw apiErrors.unknownOrganization();
    if (organization.deactivatedAt !== null) throw apiErrors.organizationDeactivated();
    const found = await (mailbox.kind === 'channel' ? this.ofChannel(mailbox, signature) : this.ofReply(mailbox, signature));
    return { ...found, options };
  }

  private async ofChannel(mailbox: ChannelMailbox, signature: string): Promise<Omit<FoundMailbox, 'options'>> {
    const { organizationId, channelId, creatorId, senderId } = mailbox;
    const channel = await mailChannel(this.database.direct, organizationId, channelId);
    if (channel === undefined || channel.key === null || !isSignedMailbox(channel.key, mailbox, signature))
      throw apiErrors.unknownMailAddress();
    const creator = await this.active(organizationId, creatorId);
    if (channel.isArchived) throw apiErrors.mayNotSendToChannel({ channel: channel.name });
    const to = { kind: 'channel', channelId, topic: channel.topicsPolicy === GENERAL_CHAT_ONLY ? '' : null } as const;
    const author = callerOf(creator, CLIENT_NAME);
    const anyone = { to, isForeign: true, onlyFrom: null };
    if (senderId === creatorId) return { ...anyone, sender: author, author: null };
    return { ...anyone, sender: senderId === 0 ? await this.gatewayBot(creator) : await this.ownBot(creator, senderId), author };
  }

  private async ofReply(mailbox: ReplyMailbox, signature: string): Promise<Omit<FoundMailbox, 'options'>> {
    const { organizationId, userId, messageId } = mailbox;
    if (!this.replies.isValid(mailbox, signature)) throw apiErrors.unknownMailAddress();
    const person = await this.active(organizationId, userId);
    const sender = callerOf(person, CLIENT_NAME);
    const [message] = await readMessages(this.database.direct, await readViewer(this.database.direct, sender), [messageId]);
    if (message === undefined) throw apiErrors.mailConversationGone();
    const { recipient } = message.facts;
    const own = { sender, author: null, isForeign: false, onlyFrom: person.deliveryEmail };
    if (recipient.kind === 'channel') return { ...own, to: { kind: 'channel', channelId: recipient.channelId, topic: recipient.topic } };
    const others = recipient.participants.map(({ id }) => id).filter((id) => id !== userId);
    return { ...own, to: { kind: 'direct', userIds: others.length === 0 ? [userId] : others } };
  }

  /** It may write where its owner may. For these messages, that is the person who made the address. */
  private async gatewayBot({ organizationId, id, botOwnerId }: UserRecord): Promise<Caller> {
    const userId = await systemBotId(this.database.direct, organizationId, 'emailgateway');
    if (userId === undefined) throw new Error(`organization ${organizationId} has no email gateway bot`);
    return { organizationId, userId, role: ROLES.member, isBot: true, botOwnerId: botOwnerId ?? id, clientName: CLIENT_NAME };
  }

  private async ownBot({ organizationId, id }: UserRecord, botId: number): Promise<Caller> {
    const bot = await this.active(organizationId, botId);
    if (bot.botOwnerId !== id) throw apiErrors.unknownMailAddress();
    return callerOf(bot, CLIENT_NAME);
  }

  private async active(organizationId: number, userId: number): Promise<UserRecord> {
    const user = await userById(this.database.direct, organizationId, userId);
    if (user === undefined) throw apiErrors.unknownMailAddress();
    if (!user.isActive) throw apiErrors.mailAuthorDeactivated();
    return user;
  }
}
