import { draftExample, reminderExample, scheduledMessageExample } from '@parley/contracts/examples';
import { draftObject, mutedUser, reminderObject, scheduledMessageObject } from '@parley/contracts/messaging';
import {
  clientDeviceObject,
  navigationViewObject,
  onboardingStepObject,
  remainingSteps,
  savedSnippetObject,
  USER_SETTING_NAMES,
} from '@parley/contracts/settings';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const settingValue = z.union([z.boolean(), z.number(), z.string()]);

export const alertWordsEvent = clientEvent({
  type: 'alert_words',
  summary: "The user's alert words changed. Contains the complete list.",
  fields: { alert_words: z.array(z.string()) },
  example: { alert_words: ['lunch'] },
});

export const mutedUsersEvent = clientEvent({
  type: 'muted_users',
  summary: "The user's muted users changed. Contains the complete list.",
  fields: { muted_users: z.array(mutedUser) },
  example: { muted_users: [{ id: 7, timestamp: 1_795_261_912 }] },
});

export const onboardingStepsEvent = clientEvent({
  type: 'onboarding_steps',
  summary: 'The user has seen a hint for new users. Contains all others.',
  fields: { onboarding_steps: z.array(onboardingStepObject) },
  example: { onboarding_steps: remainingSteps(['intro_inbox_view_modal']) },
});

export const draftsAddEvent = clientEvent({
  type: 'drafts',
  op: 'add',
  summary: 'Drafts were created.',
  fields: { drafts: z.array(draftObject) },
  example: { drafts: [draftExample] },
});

export const draftsUpdateEvent = clientEvent({
  type: 'drafts',
  op: 'update',
  summary: 'A draft was edited.',
  fields: { draft: draftObject },
  example: { draft: draftExample },
});

export const draftsRemoveEvent = clientEvent({
  type: 'drafts',
  op: 'remove',
  summary: 'A draft was deleted.',
  fields: { draft_id: z.int() },
  example: { draft_id: draftExample.id },
});

export const scheduledMessagesAddEvent = clientEvent({
  type: 'scheduled_messages',
  op: 'add',
  summary: 'Messages were scheduled.',
  fields: { scheduled_messages: z.array(scheduledMessageObject) },
  example: { scheduled_messages: [scheduledMessageExample] },
});

export const scheduledMessagesUpdateEvent = clientEvent({
  type: 'scheduled_messages',
  op: 'update',
  summary: 'A scheduled message was edited, or it could not be sent when it was due.',
  fields: { scheduled_message: scheduledMessageObject },
  example: { scheduled_message: scheduledMessageExample },
});

export const scheduledMessagesRemoveEvent = clientEvent({
  type: 'scheduled_messages',
  op: 'remove',
  summary: 'A scheduled message was sent or deleted.',
  fields: { scheduled_message_id: z.int() },
  example: { scheduled_message_id: scheduledMessageExample.scheduled_message_id },
});

export const remindersAddEvent = clientEvent({
  type: 'reminders',
  op: 'add',
  summary: 'Reminders were created.',
  fields: { reminders: z.array(reminderObject) },
  example: { reminders: [reminderExample] },
});

export const remindersRemoveEvent = clientEvent({
  type: 'reminders',
  op: 'remove',
  summary: 'A reminder was sent or deleted.',
  fields: { reminder_id: z.int() },
  example: { reminder_id: reminderExample.reminder_id },
});

const snippet = { id: 1, title: 'Thanks', content: 'Thank *you*', date_created: 1_795_261_885 };

export const savedSnippetsAddEvent = clientEvent({
  type: 'saved_snippets',
  op: 'add',
  summary: 'A saved snippet was created.',
  fields: { saved_snippet: savedSnippetObject },
  example: { saved_snippet: snippet },
});

export const savedSnippetsUpdateEvent = clientEvent({
  type: 'saved_snippets',
  op: 'update',
  summary: 'A saved snippet was edited.',
  fields: { saved_snippet: savedSnippetObject },
  example: { saved_snippet: snippet },
});

export const savedSnippetsRemoveEvent = clientEvent({
  type: 'saved_snippets',
  op: 'remove',
  summary: 'A saved snippet was deleted.',
  fields: { saved_snippet_id: z.int() },
  example: { saved_snippet_id: snippet.id },
});

const view = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' };

export const navigationViewAddEvent = clientEvent({
  type: 'navigation_view',
  op: 'add',
  summary: 'A navigation view was added.',
  fields: { navigation_view: navigationViewObject },
  example: { navigation_view: view },
});

export const navigationViewUpdateEvent = clientEvent({
  type: 'navigation_view',
  op: 'update',
  summary: 'A navigation view was updated.',
  fields: { fragment: z.string(), data: navigationViewObject.pick({ is_pinned: true, name: true }).partial() },
  example: { fragment: view.fragment, data: { is_pinned: false } },
});

export const navigationViewRemoveEvent = clientEvent({
  type: 'navigation_view',
  op: 'remove',
  summary: 'A navigation view was removed.',
  fields: { fragment: z.string() },
  example: { fragment: view.fragment },
});

export const deviceAddEvent = clientEvent({
  type: 'device',
  op: 'add',
  summary: 'A client device was registered.',
  fields: { device_id: z.int() },
  example: { device_id: 1 },
});

export const deviceRemoveEvent = clientEvent({
  type: 'device',
  op: 'remove',
  summary: 'A client device was removed.',
  fields: { device_id: z.int() },
  example: { device_id: 1 },
});

export const deviceUpdateEvent = clientEvent({
  type: 'device',
  op: 'update',
  summary: 'How a client device is reached by push notifications changed.',
  fields: { device_id: z.int(), ...clientDeviceObject.shape },
  example: {
    device_id: 1,
    push_key_id: 2408,
    push_token_id: 'hGsEWGmyyfI=',
    pending_push_token_id: null,
    push_token_last_updated_timestamp: 1795514400,
    push_registration_error_code: null,
  },
});

export const userSettingsUpdateEvent = clientEvent({
  type: 'user_settings',
  op: 'update',
  summary: 'A personal setting of the user changed.',
  fields: {
    property: z.enum(USER_SETTING_NAMES),
    value: settingValue,
    language_name: z.string().optional().describe('Present if `property` is `default_language`.'),
  },
  example: { property: 'default_language', value: 'de', language_name: 'Deutsch' },
});

export const realmUserSettingsDefaultsUpdateEvent = clientEvent({
  type: 'realm_user_settings_defaults',
  op: 'update',
  summary: 'A default setting for new users changed.',
  fields: { property: z.enum(USER_SETTING_NAMES), value: settingValue },
  example: { property: 'twenty_four_hour_time', value: true },
});
