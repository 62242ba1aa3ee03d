import { Module } from '@nestjs/common';
import { AddSubmessage } from './add-submessage.js';
import { SubmessagesController } from './submessages.controller.js';

@Module({
  controllers: [SubmessagesController],
  providers: [AddSubmessage],
})
export class SubmessagesModule {}
