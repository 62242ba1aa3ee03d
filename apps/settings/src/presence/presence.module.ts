import { Module } from '@nestjs/common';
import { AnnouncePresence } from './announce-presence.js';
import { GetPresence } from './get-presence.js';
import { ListPresence } from './list-presence.js';
import { PresenceController } from './presence.controller.js';
import { ReadPresenceRules } from './read-presence-rules.js';
import { ReportPresence } from './report-presence.js';
import { ShowPresence } from './show-presence.js';

@Module({
  controllers: [PresenceController],
  providers: [AnnouncePresence, GetPresence, ListPresence, ReadPresenceRules, ReportPresence, ShowPresence],
  exports: [ShowPresence],
})
export class PresenceModule {}
