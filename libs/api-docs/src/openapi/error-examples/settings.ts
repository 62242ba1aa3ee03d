import { settingErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const settingErrorExamples: ErrorExamples<typeof settingErrors> = {
  invalidEmailBatchingPeriod: { args: { value: '-1' }, fields: {} },
  invalidPresenceStatus: { args: { status: 'asleep' }, fields: {} },
  noPresenceData: { args: { idOrEmail: '9' }, fields: {} },
  invalidNotificationSound: { args: { value: 'drum' }, fields: {} },
  tooManyClientDevices: { args: { limit: 1_000 }, fields: {} },
  tooManyNavigationViews: { args: { limit: 1_000 }, fields: {} },
  tooManyPushTokens: { args: { limit: 100 }, fields: {} },
  unknownOnboardingStep: { args: { step: 'first_steps' }, fields: {} },
  tooManySavedSnippets: { args: { limit: 1_000 }, fields: {} },
};
