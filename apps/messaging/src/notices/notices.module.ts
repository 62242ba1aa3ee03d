import { Module } from '@nestjs/common';
import { AlertWordsModule } from '../alert-words/alert-words.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { NoticesController } from './notices.controller.js';
import { SendNotice } from './send-notice.js';

@Module({
  imports: [AlertWordsModule, RenderingModule, SendingModule],
  controllers: [NoticesController],
  providers: [SendNotice],
  exports: [SendNotice],
})
export class NoticesModule {}
