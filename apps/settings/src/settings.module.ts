import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { PersistenceModule } from '@parley/persistence';
import { GetPresence } from './presence/get-presence.js';
import { ListPresence } from './presence/list-presence.js';
import { PresenceController } from './presence/presence.controller.js';
import { PresenceRulesOf } from './presence/presence-rules.js';
import { ReportPresence } from './presence/report-presence.js';
import { ReadRegisterPart } from './register/read-register-part.js';
import { RegisterController } from './register/register.controller.js';
import { GetStatus } from './status/get-status.js';
import { SetStatus } from './status/set-status.js';
import { StatusController } from './status/status.controller.js';

@Module({
  imports: [PersistenceModule.forService('settings'), EventLogModule],
  controllers: [PresenceController, StatusController, RegisterController],
  providers: [ReportPresence, ListPresence, GetPresence, PresenceRulesOf, SetStatus, GetStatus, ReadRegisterPart],
})
export class SettingsModule {}
