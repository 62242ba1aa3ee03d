import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf, ROLES, type UploadedFile } from '@parley/contracts';
import { BOT_TYPES, type BotDefaults, type createBot, EMAIL_VISIBILITY, isBotType } from '@parley/contracts/organization';
import { channelsById, Database, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { CreateAccount } from '../accounts/create-account.js';
import { checkedFullName } from '../accounts/full-name.js';
import type { BotChoices } from '../accounts/new-accounts.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { AvatarFiles } from '../avatars/avatar-files.js';
import { FreshProof } from '../credentials/fresh-proof.js';
import { BotConfigs } from './bot-configs.js';
import { BotServices } from './bot-services.js';
import { createsBots } from './creates-bots.js';
import { NamedChannels } from './named-channels.js';

type Call = CallOf<typeof createBot>;

/** Creates a bot that the caller owns. */
@Injectable()
export class CreateBot {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly channels: NamedChannels,
    private readonly createAccount: CreateAccount,
    private readonly configs: BotConfigs,
    private readonly services: BotServices,
    private readonly avatars: AvatarFiles,
    private readonly users: UsersRepository,
    private readonly proof: FreshProof,
  ) {}

  async execute({ caller, params }: Call): Promise<OutputOf<typeof createBot>> {
    const { organizationId, userId: ownerId } = caller;
    const email = await this.emailOf(organizationId, params.short_name);
    const fullName = checkedFullName(params.full_name);
    const { bot_type: botType } = params;
    if (!isBotType(botType)) throw apiErrors.invalidBotType();
    if (!(await createsBots(this.database.direct, caller, botType))) throw apiErrors.insufficientPermission();
    await this.proof.check(caller);
    this.configs.check(params.config_data, botType === BOT_TYPES.incomingWebhook ? params.service_name : undefined);
    const service = this.services.chosen(botType, { url: params.payload_url, interface: params.interface_type });
    const bot = { botType, service, ...(await this.choices({ caller, params })) };
    const create = (avatar?: BotChoices['avatar']) =>
      this.createAccount.execute(
        { organizationId, email, fullName, password: null, role: ROLES.member, botOwnerId: ownerId, bot: { ...bot, avatar } },
        async ({ tx }, botId) => {
          await this.configs.change(tx, organizationId, botId, params.config_data ?? {});
          await this.services.store(tx, organizationId, botId, service);
        },
      );
    const created = await (params.file === undefined ? create() : this.withAvatar(organizationId, email, params.file, create));
    return { user_id: created.userId, api_key: created.apiKey, avatar_url: created.avatarUrl, ...bot.defaults };
  }

  /** The images are stored before the bot, so that their URL leads to them when it is announced. */
  private async withAvatar<T>(
    organizationId: number,
    deliveryEmail: string,
    file: UploadedFile,
    create: (avatar: BotChoices['avatar']) => Promise<T>,
  ): Promise<T> {
    const botId = await this.users.nextId(this.database.direct);
    const owner = { id: botId, organizationId, deliveryEmail, emailAddressVisibility: EMAIL_VISIBILITY.everyone };
    return this.avatars.stored(file, owner, (version) => create({ botId, ...version }));
  }

  /** `<short name>-bot@<the organization's host>` */
  private async emailOf(organizationId: number, given: string): Promise<string> {
    const shortName = given.trim();
    const organization = await organizationById(this.database.direct, organizationId);
    if (organization === undefined) throw apiErrors.unknownOrganization();
    const email = `${shortName}-bot@${this.addresses.mailDomain(organization.stringId)}`;
    if (shortName === '' || !isEmailAddress(email)) throw apiErrors.invalidUsername();
    return email;
  }

  private async choices({ caller, params }: Pick<Call, 'caller' | 'params'>) {
    const sending = (await this.channels.idOf(caller, params.default_sending_stream)) ?? null;
    const listening = (await this.channels.idOf(caller, params.default_events_register_stream)) ?? null;
    const found = await channelsById(
      this.database.direct,
      caller.organizationId,
      [sending, listening].flatMap((id) => id ?? []),
    );
    const nameOf = (id: number | null) => found.find((channel) => channel.id === id)?.name ?? null;
    const defaults: BotDefaults = {
      default_sending_stream: nameOf(sending),
      default_events_register_stream: nameOf(listening),
      default_all_public_streams: params.default_all_public_streams,
    };
    return { defaultSendingChannelId: sending, defaultEventsRegisterChannelId: listening, defaults };
  }
}
