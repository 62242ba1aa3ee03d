import { Module } from '@nestjs/common';
import { RegisterPart } from './register-part.js';
import { RegistrationController } from './registration.controller.js';

@Module({
  controllers: [RegistrationController],
  providers: [RegisterPart],
})
export class RegistrationModule {}
