import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AlertWordsModule } from '../alert-words/alert-words.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { ForgetLocalIds } from './forget-local-ids.js';
import { PreviewMessage } from './preview-message.js';
import { SendMessage } from './send-message.js';
import { SendingController } from './sending.controller.js';
import { StoreComposed } from './store-composed.js';

@Module({
  imports: [AlertWordsModule, RenderingModule],
  controllers: [SendingController],
  providers: [ForgetLocalIds, OrganizationAddresses, PreviewMessage, SendMessage, StoreComposed],
  exports: [StoreComposed],
})
export class SendingModule {}
