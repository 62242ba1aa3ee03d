import { Module } from '@nestjs/common';
import { AnnounceTyping } from './announce-typing.js';
import { SetEditTyping } from './set-edit-typing.js';
import { SetTyping } from './set-typing.js';
import { TypingController } from './typing.controller.js';

@Module({
  controllers: [TypingController],
  providers: [AnnounceTyping, SetEditTyping, SetTyping],
})
export class TypingModule {}
