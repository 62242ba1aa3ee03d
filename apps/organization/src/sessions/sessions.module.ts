import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { BegunSessions } from './begun-sessions.js';
import { EndOtherSessions } from './end-other-sessions.js';
import { EndSession } from './end-session.js';
import { FinishSignIn } from './finish-sign-in.js';
import { ForgetExpiredSessions } from './forget-expired-sessions.js';
import { ListSessions } from './list-sessions.js';
import { OpenSteps } from './open-steps.js';
import { ProveSession } from './prove-session.js';
import { ReadSignInStep } from './read-sign-in-step.js';
import { SessionsController } from './sessions.controller.js';
import { StartSession } from './start-session.js';
import { UpdateSession } from './update-session.js';
import { VerifySessions } from './verify-sessions.js';

@Module({
  imports: [AuditModule, CredentialsModule, SecondFactorModule],
  controllers: [SessionsController],
  providers: [
    BegunSessions,
    EndOtherSessions,
    EndSession,
    FinishSignIn,
    ForgetExpiredSessions,
    ListSessions,
    OpenSteps,
    OrganizationAddresses,
    ProveSession,
    ReadSignInStep,
    StartSession,
    UpdateSession,
    VerifySessions,
  ],
})
export class SessionsModule {}
