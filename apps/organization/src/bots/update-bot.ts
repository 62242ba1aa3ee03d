import { Injectable } from '@nestjs/common';
import { avatarUrlOf, userById } from '@parley/access';
import { apiErrors, type CallOf, enforce, type OutputOf } from '@parley/contracts';
import { botChanged, callersChanged, type updateBot } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Database, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { roleChangeRefusal } from '../accounts/account-administration.policy.js';
import { AccountChanges } from '../accounts/account-changes.js';
import { botDefaultsOf } from '../accounts/bot-defaults.js';
import { AvatarFiles } from '../avatars/avatar-files.js';
import { type AvatarVersion, ChangeAvatar, versionOf } from '../avatars/change-avatar.js';
import { BotChanges } from './bot-changes.js';
import { BotConfigs } from './bot-configs.js';
import { botForEdit, refuseBotTakeover } from './bot-for-edit.js';
import { BotServices } from './bot-services.js';
import { NamedChannels } from './named-channels.js';

type Call = Pick<CallOf<typeof updateBot>, 'caller' | 'params'>;

/** Changes a bot's role, name, avatar, owner and default channels in one transaction. */
@Injectable()
export class UpdateBot {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly channels: NamedChannels,
    private readonly accounts: AccountChanges,
    private readonly bots: BotChanges,
    private readonly configs: BotConfigs,
    private readonly services: BotServices,
    private readonly avatars: AvatarFiles,
    private readonly avatarChange: ChangeAvatar,
    private readonly database: Database,
  ) {}

  async execute({ caller, params }: Call): Promise<OutputOf<typeof updateBot>> {
    const { file, bot_id: botId } = params;
    if (file === undefined) return (await this.change({ caller, params })).answer;
    const bot = await botForEdit(this.database.direct, caller, botId);
    const { answer, before } = await this.avatars.stored(file, bot, (avatar) => this.change({ caller, params }, avatar));
    await this.avatars.discard(before, versionOf(before));
    return answer;
  }

  private async change({ caller, params }: Call, avatar?: AvatarVersion) {
    const { organizationId } = caller;
    const { bot_id: botId, role, full_name: fullName, bot_owner_id: ownerId } = params;
    const defaults = {
      defaultSendingChannelId: await this.channels.idOf(caller, params.default_sending_stream),
      defaultEventsRegisterChannelId: await this.channels.idOf(caller, params.default_events_register_stream),
      defaultAllPublicStreams: params.default_all_public_streams,
    };
    this.configs.check(params.config_data);
    const { isIdentityChanged, ...changed } = await this.eventLog.change(organizationId, async (tx, log) => {
      const change = { tx, log, organizationId };
      const bot = await botForEdit(tx, caller, botId);
      if (role !== undefined) enforce(roleChangeRefusal(caller, bot, role));
      if (ownerId !== undefined && ownerId !== bot.botOwnerId) await refuseBotTakeover(tx, caller, bot);
      const isRoleChanged = role !== undefined && (await this.accounts.changeRole(change, bot, role));
      if (fullName !== undefined) await this.accounts.rename(change, bot, fullName);
      if (avatar !== undefined) await this.avatarChange.replace(change, bot, avatar);
      await this.bots.changeDefaults(change, bot, defaults);
      const program = { url: params.service_payload_url, interface: params.service_interface };
      const service = await this.services.change(tx, organizationId, botId, program);
      if (service !== undefined && bot.isActive)
        log.append(botChanged, { userId: botId, ownerId: bot.botOwnerId, changed: { services: [service] } });
      await this.configs.change(tx, organizationId, botId, params.config_data ?? {});
      const isOwnerChanged =
        ownerId !== undefined && (await this.bots.changeOwner(change, { ...bot, fullName: fullName ?? bot.fullName }, ownerId));
      return { answer: await answerOf(tx, organizationId, botId), before: bot, isIdentityChanged: isRoleChanged || isOwnerChanged };
    });
    if (isIdentityChanged) this.bus.publish(callersChanged, { organizationId, userIds: [botId] });
    return changed;
  }
}

async function answerOf(tx: Tx, organizationId: number, botId: number): Promise<OutputOf<typeof updateBot>> {
  const bot = await userById(tx, organizationId, botId);
  if (bot === undefined) throw apiErrors.noSuchBot();
  const owner = bot.botOwnerId === null ? undefined : await userById(tx, organizationId, bot.botOwnerId);
  return {
    full_name: bot.fullName,
    avatar_url: avatarUrlOf(bot),
    ...(await botDefaultsOf(tx, organizationId, botId)),
    ...(owner === undefined ? {} : { bot_owner: owner.apiEmail }),
  };
}
