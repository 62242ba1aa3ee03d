import { Module } from '@nestjs/common';
import { AlertWordsModule } from '../alert-words/alert-words.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { EditContent } from './edit-content.js';
import { EditingController } from './editing.controller.js';
import { MoveMessages } from './move-messages.js';
import { SendMoveNotices } from './send-move-notices.js';
import { UpdateMessage } from './update-message.js';

@Module({
  imports: [AlertWordsModule, NoticesModule, RenderingModule],
  controllers: [EditingController],
  providers: [EditContent, MoveMessages, SendMoveNotices, UpdateMessage],
})
export class EditingModule {}
