import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { EndOtherSessions } from './end-other-sessions.js';
import { EndSession } from './end-session.js';
import { ForgetExpiredSessions } from './forget-expired-sessions.js';
import { ListSessions } from './list-sessions.js';
import { SessionsController } from './sessions.controller.js';
import { StartSession } from './start-session.js';
import { VerifySessions } from './verify-sessions.js';

@Module({
  imports: [CredentialsModule],
  controllers: [SessionsController],
  providers: [EndOtherSessions, EndSession, ForgetExpiredSessions, ListSessions, OrganizationAddresses, StartSession, VerifySessions],
})
export class SessionsModule {}
