import { Module } from '@nestjs/common';
import { GetMessageHistory } from './get-message-history.js';
import { HistoryController } from './history.controller.js';

@Module({
  controllers: [HistoryController],
  providers: [GetMessageHistory],
})
export class HistoryModule {}
