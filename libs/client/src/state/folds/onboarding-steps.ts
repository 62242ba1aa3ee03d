import type { Fold } from '../client-state.js';

export const foldOnboardingSteps: Fold<'onboarding_steps'> = (state, { onboarding_steps }) =>
  state.onboarding_steps ? { ...state, onboarding_steps } : state;
