import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { BotChanges } from './bot-changes.js';
import { BotConfigRepository } from './bot-config.repository.js';
import { BotConfigs } from './bot-configs.js';
import { BotServices } from './bot-services.js';
import { BotsController } from './bots.controller.js';
import { CreateBot } from './create-bot.js';
import { DeactivateBot } from './deactivate-bot.js';
import { GetBotApiKey } from './get-bot-api-key.js';
import { ListBots } from './list-bots.js';
import { MoveBotConfigs } from './move-bot-configs.js';
import { NamedChannels } from './named-channels.js';
import { RegenerateBotApiKey } from './regenerate-bot-api-key.js';
import { UpdateBot } from './update-bot.js';

@Module({
  imports: [AccountsModule, AvatarsModule, CredentialsModule],
  controllers: [BotsController],
  providers: [
    BotChanges,
    BotConfigRepository,
    BotConfigs,
    BotServices,
    CreateBot,
    DeactivateBot,
    GetBotApiKey,
    ListBots,
    MoveBotConfigs,
    NamedChannels,
    OrganizationAddresses,
    RegenerateBotApiKey,
    UpdateBot,
  ],
})
export class BotsModule {}
