import { expect } from '@jest/globals';
import {
  addAlertWords,
  createDrafts,
  createReminder,
  getMessages,
  listAlertWords,
  listDrafts,
  listReminders,
  listScheduledMessages,
  scheduleMessage,
} from '@parley/contracts/messaging';
import {
  createNavigationView,
  createSavedSnippet,
  getNavigationViews,
  getSavedSnippets,
  markOnboardingStep,
  registerClientDevice,
  remainingSteps,
} from '@parley/contracts/settings';
import type { FieldCheck } from './scenario.js';

export const alertWords: FieldCheck = async ({ me }) => {
  await me.actor.ok(addAlertWords, { alert_words: ['register', 'snapshot'] });
  const { alert_words } = await me.actor.ok(listAlertWords, {});
  expect(alert_words).toEqual(['register', 'snapshot']);
  return { alert_words };
};

export const drafts: FieldCheck = async ({ me, colleague }) => {
  await me.actor.ok(createDrafts, { drafts: [{ type: 'private', to: [colleague.user_id], topic: '', content: 'not yet' }] });
  const { drafts } = await me.actor.ok(listDrafts, {});
  expect(drafts).toEqual([expect.objectContaining({ content: 'not yet' })]);
  return { drafts };
};

/** In the year 2096. */
const LATER = 3_976_300_800;

export const scheduledMessages: FieldCheck = async ({ me, colleague }) => {
  const message = { type: 'direct', to: [colleague.user_id], content: 'much later', scheduled_delivery_timestamp: LATER };
  await me.actor.ok(scheduleMessage, message);
  const { scheduled_messages } = await me.actor.ok(listScheduledMessages, {});
  expect(scheduled_messages).toEqual([expect.objectContaining({ content: 'much later', scheduled_delivery_timestamp: LATER })]);
  return { scheduled_messages };
};

export const reminders: FieldCheck = async ({ me }) => {
  const { messages } = await me.actor.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 });
  const id = messages[0]?.id;
  await me.actor.ok(createReminder, { message_id: id, scheduled_delivery_timestamp: LATER });
  const { reminders } = await me.actor.ok(listReminders, {});
  expect(reminders).toEqual([expect.objectContaining({ reminder_target_message_id: id })]);
  return { reminders };
};

export const snippets: FieldCheck = async ({ me }) => {
  await me.actor.ok(createSavedSnippet, { title: 'Thanks', content: 'Thank you!' });
  const { saved_snippets } = await me.actor.ok(getSavedSnippets, {});
  expect(saved_snippets).toEqual([expect.objectContaining({ title: 'Thanks', content: 'Thank you!' })]);
  return { saved_snippets };
};

export const onboardingSteps: FieldCheck = async ({ me }) => {
  await me.actor.ok(markOnboardingStep, { onboarding_step: 'intro_inbox_view_modal' });
  return { onboarding_steps: remainingSteps(['intro_inbox_view_modal']) };
};

export const views: FieldCheck = async ({ me }) => {
  await me.actor.ok(createNavigationView, { fragment: 'inbox', is_pinned: true });
  await me.actor.ok(createNavigationView, { fragment: 'narrow/is/alerted', is_pinned: false, name: 'Alerts' });
  const { navigation_views } = await me.actor.ok(getNavigationViews, {});
  expect(navigation_views).toHaveLength(2);
  return { navigation_views };
};

export const devices: FieldCheck = async ({ me }) => {
  const { device_id } = await me.actor.ok(registerClientDevice, {});
  const nothingToPush = {
    push_key_id: null,
    push_token_id: null,
    pending_push_token_id: null,
    push_token_last_updated_timestamp: null,
    push_registration_error_code: null,
  };
  return { devices: { [device_id]: nothingToPush } };
};
