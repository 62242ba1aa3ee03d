import { Module } from '@nestjs/common';
import { PersistenceModule } from '@parley/persistence';
import { ReadRegisterPart } from './register/read-register-part.js';
import { RegisterController } from './register/register.controller.js';

@Module({
  imports: [PersistenceModule.forService('settings')],
  controllers: [RegisterController],
  providers: [ReadRegisterPart],
})
export class SettingsModule {}
