import type { Fold } from '../fold.js';

export const foldOnboardingSteps: Fold = (state, { onboarding_steps }) =>
  'onboarding_steps' in state ? { ...state, onboarding_steps } : state;
