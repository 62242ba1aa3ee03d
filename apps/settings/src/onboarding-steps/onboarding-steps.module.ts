import { Module } from '@nestjs/common';
import { MarkOnboardingStep } from './mark-onboarding-step.js';
import { OnboardingStepsController } from './onboarding-steps.controller.js';

@Module({ controllers: [OnboardingStepsController], providers: [MarkOnboardingStep] })
export class OnboardingStepsModule {}
