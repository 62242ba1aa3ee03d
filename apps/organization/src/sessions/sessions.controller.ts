import { Controller } from '@nestjs/common';
import { ApiError, type CallOf } from '@parley/contracts';
import {
  endOtherSessions,
  endSession,
  finishSignIn,
  listSessions,
  proveSession,
  readSignInStep,
  startSession,
  updateSession,
  verifySessions,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { EndOtherSessions } from './end-other-sessions.js';
import { EndSession } from './end-session.js';
import { FinishSignIn } from './finish-sign-in.js';
import { ListSessions } from './list-sessions.js';
import { ProveSession } from './prove-session.js';
import { ReadSignInStep } from './read-sign-in-step.js';
import { StartSession } from './start-session.js';
import { UpdateSession } from './update-session.js';
import { VerifySessions } from './verify-sessions.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly starting: StartSession,
    private readonly verification: VerifySessions,
    private readonly listing: ListSessions,
    private readonly ending: EndSession,
    private readonly endingOthers: EndOtherSessions,
    private readonly reading: ReadSignInStep,
    private readonly finishing: FinishSignIn,
    private readonly proving: ProveSession,
    private readonly naming: UpdateSession,
  ) {}

  @Serves(startSession)
  startSession(call: CallOf<typeof startSession>) {
    return this.starting.execute(call);
  }

  @Serves(readSignInStep)
  readSignInStep(call: CallOf<typeof readSignInStep>) {
    return this.reading.execute(call);
  }

  @Serves(finishSignIn)
  finishSignIn(call: CallOf<typeof finishSignIn>) {
    return this.finishing.execute(call);
  }

  @Serves(proveSession)
  proveSession(call: CallOf<typeof proveSession>) {
    return this.proving.execute(call);
  }

  @Serves(verifySessions)
  async verifySessions({ params }: CallOf<typeof verifySessions>) {
    const answers = await this.verification.execute(params);
    return { answers: answers.map((answer) => (answer instanceof ApiError ? { refusal: answer.toShape() } : { identity: answer })) };
  }

  @Serves(listSessions)
  listSessions(call: CallOf<typeof listSessions>) {
    return this.listing.execute(call);
  }

  @Serves(updateSession)
  updateSession(call: CallOf<typeof updateSession>) {
    return this.naming.execute(call);
  }

  @Serves(endSession)
  endSession(call: CallOf<typeof endSession>) {
    return this.ending.execute(call);
  }

  @Serves(endOtherSessions)
  endOtherSessions(call: CallOf<typeof endOtherSessions>) {
    return this.endingOthers.execute(call);
  }
}
