import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { groupsOfUsers, knowsChannel, type Sender, sendRefusal, signChannelMailbox, userById } from '@parley/access';
import { apiErrors, type Caller, enforce, type InputOf, type OutputOf } from '@parley/contracts';
import type { getChannelEmailAddress } from '@parley/contracts/channels';
import { type ChannelMailbox, localPartOf } from '@parley/contracts/messaging';
import { type ChannelForUser, channelForUser, Database, systemBotId } from '@parley/persistence';
import { CONFIG } from '@parley/runtime';
import type { ChannelsConfig } from '../config.js';
import { mailKeyOf, setMailKey } from './mail-keys.repository.js';

const KEY_BYTES = 24;

/** GET /streams/{stream_id}/email_address. The first one of a channel makes the key that signs all of them. */
@Injectable()
export class GetChannelEmailAddress {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<ChannelsConfig, 'MAIL_IN_DOMAIN'>,
  ) {}

  async execute(
    caller: Caller,
    { stream_id: channelId, sender_id: senderId }: InputOf<typeof getChannelEmailAddress>,
  ): Promise<OutputOf<typeof getChannelEmailAddress>> {
    const { organizationId, userId: creatorId } = caller;
    const channel = await this.channelToPostIn(caller, channelId);
    const mailbox: ChannelMailbox = {
      kind: 'channel',
      organizationId,
      channelId,
      creatorId,
      senderId: await this.checkedSender(caller, senderId),
    };
    const { MAIL_IN_DOMAIN: domain } = this.config;
    if (domain === undefined) return { email: '' };
    const signature = signChannelMailbox(await this.keyOf(organizationId, channelId), mailbox);
    return { email: `${localPartOf(mailbox, signature, { name: channel.name, options: ['show-sender'] })}@${domain}` };
  }

  /** @throws invalidChannelId, mayNotPost, mayNotSendToChannel */
  private async channelToPostIn(caller: Caller, id: number): Promise<ChannelForUser> {
    const { organizationId, userId, botOwnerId } = caller;
    const reader = this.database.direct;
    const channel = await channelForUser(reader, organizationId, userId, { id });
    if (channel === undefined) throw apiErrors.invalidChannelId();
    const people = botOwnerId === null ? [userId] : [userId, botOwnerId];
    const groups = await groupsOfUsers(reader, organizationId, people, groupsOfSending(channel));
    const groupsOf = (personId: number) => groups.get(personId) ?? new Set<number>();
    const sender: Sender = {
      role: caller.role,
      isSubscribed: channel.isSubscribed,
      groupIds: groupsOf(userId),
      owner:
        botOwnerId === null
          ? null
          : {
              isSubscribed: (await channelForUser(reader, organizationId, botOwnerId, { id }))?.isSubscribed ?? false,
              groupIds: groupsOf(botOwnerId),
            },
    };
    if (!knowsChannel(channel, sender)) throw apiErrors.invalidChannelId();
    enforce(sendRefusal(channel, sender, true));
    return channel;
  }

  /** 0 for the email gateway bot. @throws invalidMailSender */
  private async checkedSender({ organizationId, userId }: Caller, senderId: number | undefined): Promise<number> {
    if (senderId === undefined) return 0;
    if (senderId === userId) return userId;
    if (senderId === (await systemBotId(this.database.direct, organizationId, 'emailgateway'))) return 0;
    const sender = await userById(this.database.direct, organizationId, senderId);
    if (sender?.isBot !== true || !sender.isActive || sender.botOwnerId !== userId) throw apiErrors.invalidMailSender();
    return senderId;
  }

  private async keyOf(organizationId: number, channelId: number): Promise<string> {
    const known = await mailKeyOf(this.database.direct, organizationId, channelId);
    return known ?? setMailKey(this.database.direct, organizationId, channelId, randomBytes(KEY_BYTES).toString('base64url'));
  }
}

function groupsOfSending(channel: ChannelForUser): number[] {
  const { canSendMessageGroup, canCreateTopicGroup, canSubscribeGroup, canAddSubscribersGroup, canAdministerChannelGroup } = channel;
  return [canSendMessageGroup, canCreateTopicGroup, canSubscribeGroup, canAddSubscribersGroup, canAdministerChannelGroup];
}
