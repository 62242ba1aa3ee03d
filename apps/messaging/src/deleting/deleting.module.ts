import { Module } from '@nestjs/common';
import { ApplyRetention } from './apply-retention.js';
import { DeleteMessage } from './delete-message.js';
import { DeleteTopic } from './delete-topic.js';
import { DeletingController } from './deleting.controller.js';

@Module({
  controllers: [DeletingController],
  providers: [ApplyRetention, DeleteMessage, DeleteTopic],
})
export class DeletingModule {}
