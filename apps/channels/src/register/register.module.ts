import { Module } from '@nestjs/common';
import { KeptSubscriberLists } from '../subscriptions/kept-subscriber-lists.js';
import { ReadRegisterPart } from './read-register-part.js';
import { RegisterController } from './register.controller.js';

@Module({
  controllers: [RegisterController],
  providers: [ReadRegisterPart, KeptSubscriberLists],
})
export class RegisterModule {}
