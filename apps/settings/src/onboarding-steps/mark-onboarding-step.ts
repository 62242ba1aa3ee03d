import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import { isKnownStep, isOnboardingStep, type markOnboardingStep, onboardingStepsChanged } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { seenSteps, storeSeenStep } from './onboarding-steps.repository.js';

/** POST /users/me/onboarding_steps */
@Injectable()
export class MarkOnboardingStep {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ organizationId, userId }: Caller, step: string): Promise<OutputOf<typeof markOnboardingStep>> {
    if (!isKnownStep(step)) throw apiErrors.unknownOnboardingStep({ step });
    if (!isOnboardingStep(step)) return {};
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await storeSeenStep(tx, organizationId, userId, step))) return;
      log.append(onboardingStepsChanged, { userId, seen: await seenSteps(tx, organizationId, userId) });
    });
    return {};
  }
}
