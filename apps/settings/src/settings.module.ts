import { Module } from '@nestjs/common';
import { PersistenceModule } from '@parley/persistence';
import { GetPresence } from './presence/get-presence.js';
import { ListPresence } from './presence/list-presence.js';
import { PresenceController } from './presence/presence.controller.js';
import { PresenceRulesOf } from './presence/presence-rules.js';
import { ReportPresence } from './presence/report-presence.js';
import { ReadRegisterPart } from './register/read-register-part.js';
import { RegisterController } from './register/register.controller.js';

@Module({
  imports: [PersistenceModule.forService('settings')],
  controllers: [PresenceController, RegisterController],
  providers: [ReportPresence, ListPresence, GetPresence, PresenceRulesOf, ReadRegisterPart],
})
export class SettingsModule {}
