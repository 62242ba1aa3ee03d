import { Module } from '@nestjs/common';
import { AlertWordsModule } from '../alert-words/alert-words.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { StoringModule } from '../storing/storing.module.js';
import { NoticesController } from './notices.controller.js';
import { SendNotice } from './send-notice.js';

@Module({
  imports: [AlertWordsModule, RenderingModule, StoringModule],
  controllers: [NoticesController],
  providers: [SendNotice],
  exports: [SendNotice],
})
export class NoticesModule {}
