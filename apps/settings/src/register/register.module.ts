import { Module } from '@nestjs/common';
import { ReadRegisterPart } from './read-register-part.js';
import { RegisterController } from './register.controller.js';

@Module({
  controllers: [RegisterController],
  providers: [ReadRegisterPart],
})
export class RegisterModule {}
