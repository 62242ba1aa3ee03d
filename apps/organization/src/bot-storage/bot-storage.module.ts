import { Module } from '@nestjs/common';
import { BotStorageController } from './bot-storage.controller.js';
import { BotStorageRepository } from './bot-storage.repository.js';
import { GetBotStorage } from './get-bot-storage.js';
import { RemoveBotStorage } from './remove-bot-storage.js';
import { UpdateBotStorage } from './update-bot-storage.js';

@Module({
  controllers: [BotStorageController],
  providers: [BotStorageRepository, GetBotStorage, RemoveBotStorage, UpdateBotStorage],
})
export class BotStorageModule {}
