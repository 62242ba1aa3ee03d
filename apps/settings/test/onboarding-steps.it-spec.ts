import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { markOnboardingStep, ONBOARDING_STEP_NAMES } from '@parley/contracts/settings';
import type { UserRow } from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
beforeAll(async () => {
  suite = await SettingsSuite.open();
});
afterAll(() => suite.close());

const mark = (user: UserRow, onboarding_step: string) => suite.call(markOnboardingStep, user.caller, { onboarding_step });

it('a hint is marked as seen for this user only, and the event has the others', async () => {
  const organization = await suite.rows.organization();
  const [zoe, amir] = [await suite.rows.user(organization), await suite.rows.user(organization)];
  const [own, others] = await suite.explain([zoe, amir], () => mark(zoe, 'intro_resolve_topic'));
  const remaining = ONBOARDING_STEP_NAMES.filter((name) => name !== 'intro_resolve_topic');
  expect(own).toEqual([{ type: 'onboarding_steps', onboarding_steps: remaining.map((name) => expect.objectContaining({ name })) }]);
  expect(others).toEqual([]);
});

it('marking it again, or one that is never shown, sends nothing, and an unknown one is refused', async () => {
  const zoe = await suite.rows.user(await suite.rows.organization());
  await mark(zoe, 'intro_resolve_topic');
  expect(await suite.explain([zoe], () => mark(zoe, 'intro_resolve_topic'))).toEqual([[]]);
  expect(await suite.explain([zoe], () => mark(zoe, 'navigation_tour_video'))).toEqual([[]]);
  for (const step of ['intro', '', 'constructor', 'a\0b']) {
    await expect(mark(zoe, step)).rejects.toMatchObject({ status: 400, msg: `Unknown onboarding_step: ${step}` });
  }
});
