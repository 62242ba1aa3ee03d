import { onboardingStepsChanged, remainingSteps } from '@parley/contracts/settings';
import { fanOut } from '../fan-out.js';

/** Contains all steps that are still to be shown. */
export const onboardingStepsChangedFanOut = fanOut(onboardingStepsChanged, {
  parts: ({ userId, seen }) => [
    {
      clientType: 'onboarding_steps',
      audience: { users: [userId] },
      render: () => ({ type: 'onboarding_steps', onboarding_steps: remainingSteps(seen) }),
    },
  ],
});
