import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { markOnboardingStep } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { MarkOnboardingStep } from './mark-onboarding-step.js';

@Controller()
export class OnboardingStepsController {
  constructor(private readonly marking: MarkOnboardingStep) {}

  @Serves(markOnboardingStep)
  markOnboardingStep({ caller, params }: CallOf<typeof markOnboardingStep>) {
    return this.marking.execute(caller, params.onboarding_step);
  }
}
