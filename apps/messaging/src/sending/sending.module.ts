import { Module } from '@nestjs/common';
import { AlertWordsModule } from '../alert-words/alert-words.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { StoringModule } from '../storing/storing.module.js';
import { ComposeDraft } from './compose-draft.js';
import { PreviewMessage } from './preview-message.js';
import { SendMessage } from './send-message.js';
import { SendingController } from './sending.controller.js';

@Module({
  imports: [AlertWordsModule, RenderingModule, StoringModule],
  controllers: [SendingController],
  providers: [ComposeDraft, PreviewMessage, SendMessage],
  exports: [ComposeDraft, SendMessage],
})
export class SendingModule {}
