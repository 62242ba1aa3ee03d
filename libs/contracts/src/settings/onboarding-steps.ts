import { z } from 'zod';
import { endpoint } from '../contract.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { text } from '../wire/param.js';

/** The hints for new users that clients can show, in their order. Clients know the names. */
export const ONBOARDING_STEPS = {
  visibility_policy_banner: 'one_time_notice',
  intro_inbox_view_modal: 'one_time_notice',
  intro_recent_view_modal: 'one_time_notice',
  first_stream_created_banner: 'one_time_notice',
  jump_to_conversation_banner: 'one_time_notice',
  non_interleaved_view_messages_fading: 'one_time_notice',
  interleaved_view_messages_fading: 'one_time_notice',
  intro_resolve_topic: 'one_time_notice',
  narrow_to_dm_with_welcome_bot_new_user: 'one_time_action',
} as const;
export type OnboardingStep = keyof typeof ONBOARDING_STEPS;
// Object.keys loses the type of the keys.
export const ONBOARDING_STEP_NAMES = Object.keys(ONBOARDING_STEPS) as readonly OnboardingStep[];
/** A step that clients know, but that is never shown, because this server has no video. */
const WITHOUT_VIDEO = 'navigation_tour_video';

export function isOnboardingStep(name: string): name is OnboardingStep {
  return Object.hasOwn(ONBOARDING_STEPS, name);
}

/** Whether clients may mark it as seen. */
export function isKnownStep(name: string): boolean {
  return isOnboardingStep(name) || name === WITHOUT_VIDEO;
}

export const onboardingStepObject = z
  .object({ type: z.enum(['one_time_notice', 'one_time_action']), name: z.string() })
  .meta({ id: 'OnboardingStep' });
export type OnboardingStepObject = z.infer<typeof onboardingStepObject>;

/** The steps that are still to be shown to a user, in the format for clients. */
export function remainingSteps(seen: readonly string[]): OnboardingStepObject[] {
  return ONBOARDING_STEP_NAMES.filter((name) => !seen.includes(name)).map((name) => ({ type: ONBOARDING_STEPS[name], name }));
}

/** The caller has seen the hint, and does not need it again. No effect if it was marked before. */
export const markOnboardingStep = endpoint({
  name: 'markOnboardingStep',
  method: 'POST',
  path: '/users/me/onboarding_steps',
  service: 'settings',
  scope: 'personal',
  summary: 'Mark a hint for new users as seen',
  humansOnly: true,
  params: { onboarding_step: text().describe('Name of the hint, from the registration.').example('intro_inbox_view_modal') },
  response: {},
  safeToRetry: true,
  errors: ['unknownOnboardingStep'],
});

const payload = z.object({ userId: z.int(), seen: z.array(z.string()) });

/** A user has seen a hint. Contains all that they have seen. */
export const onboardingStepsChanged: DomainEvent<'onboarding-steps.changed', z.infer<typeof payload>> = domainEvent({
  type: 'onboarding-steps.changed',
  owner: 'settings',
  payload,
});
