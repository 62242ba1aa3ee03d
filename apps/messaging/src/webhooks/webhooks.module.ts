import { Module } from '@nestjs/common';
import { SendingModule } from '../sending/sending.module.js';
import { BotConfigs } from './bot-configs.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { WebhookRecords } from './webhook-records.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [SendingModule],
  controllers: [WebhooksController],
  providers: [BotConfigs, ReceiveWebhook, WebhookRecords],
})
export class WebhooksModule {}
