import {
  addAlertWords,
  createDrafts,
  createReminder,
  deleteDraft,
  deleteReminder,
  deleteScheduledMessage,
  editDraft,
  editScheduledMessage,
  listReminders,
  listScheduledMessages,
  removeAlertWords,
  scheduleMessage,
  sendMessage,
} from '@parley/contracts/messaging';
import {
  addRealmEmoji,
  createDomain,
  createLinkifier,
  createPlayground,
  deactivateRealmEmoji,
  deleteDomain,
  deleteLinkifier,
  deletePlayground,
  updateDomain,
  updateOrganization,
  uploadOrganizationIcon,
} from '@parley/contracts/organization';
import {
  createNavigationView,
  createSavedSnippet,
  deleteNavigationView,
  deleteSavedSnippet,
  markOnboardingStep,
  registerClientDevice,
  removeClientDevice,
  updateNavigationView,
  updateSavedSnippet,
  updateSettingDefaults,
} from '@parley/contracts/settings';
import { eventually } from '../../client/eventually.js';
import { GREEN_PIXEL } from '../../client/green-pixel.js';
import type { Operation } from './operation.js';

/** Only for a suite that hangs, because machines can be slow. */
const SENT_WITHIN_MS = 120_000;
const SENT_LOOK_MS = 250;

const picture = [{ name: 'pixel.png', content: GREEN_PIXEL }];

const configure: Operation = async ({ owner }) => {
  for (const digest_weekday of [2, 3]) await owner.ok(updateOrganization, { digest_weekday });
  for (const message_content_edit_limit_seconds of [3600, 7200]) await owner.ok(updateOrganization, { message_content_edit_limit_seconds });
  for (const web_font_size_px of [14, 18]) await owner.ok(updateSettingDefaults, { web_font_size_px });
};

const decorate: Operation = async ({ owner, fresh }) => {
  const emoji_name = fresh('emoji').replaceAll(/[ -]/g, '_');
  await owner.upload(addRealmEmoji, picture, { emoji_name });
  await owner.ok(deactivateRealmEmoji, { emoji_name });
  await owner.upload(uploadOrganizationIcon, picture);
};

const link: Operation = async ({ owner, fresh }) => {
  const pattern = `${fresh('L').replaceAll(/[ -]/g, '')}(?P<id>[0-9]+)`;
  const { id: filter_id } = await owner.ok(createLinkifier, { pattern, url_template: 'https://example.com/{id}' });
  await owner.ok(deleteLinkifier, { filter_id });
  const playground = { name: fresh('playground'), pygments_language: 'Python', url_template: 'https://example.com/{code}' };
  const { id: playground_id } = await owner.ok(createPlayground, playground);
  await owner.ok(deletePlayground, { playground_id });
};

const admit: Operation = async ({ owner, fresh }) => {
  const domain = `${fresh('domain').replaceAll(' ', '-')}.example.org`;
  await owner.ok(createDomain, { domain, allow_subdomains: false });
  await owner.ok(updateDomain, { domain, allow_subdomains: true });
  await owner.ok(deleteDomain, { domain });
};

const draft: Operation = async ({ me, otherId }) => {
  const written = { type: 'private', to: [otherId], topic: '', content: 'not yet' };
  const { ids } = await me.ok(createDrafts, { drafts: [written] });
  await me.ok(editDraft, { draft_id: ids[0], draft: { ...written, content: 'nearly' } });
  await me.ok(deleteDraft, { draft_id: ids[0] });
};

const schedule: Operation = async ({ me, otherId }) => {
  const later = { scheduled_delivery_timestamp: 3_976_300_800 };
  const message = { ...later, type: 'direct', to: [otherId], content: 'not yet' };
  const { scheduled_message_id } = await me.ok(scheduleMessage, message);
  await me.ok(editScheduledMessage, { scheduled_message_id, content: 'nearly' });
  await me.ok(deleteScheduledMessage, { scheduled_message_id });
  const { id } = await me.ok(sendMessage, { type: 'direct', to: [otherId], content: 'remember this' });
  const { reminder_id } = await me.ok(createReminder, { ...later, message_id: id, note: 'soon' });
  await me.ok(deleteReminder, { reminder_id });
  const soon = { scheduled_delivery_timestamp: Math.ceil(Date.now() / 1000) + 1 };
  const due = await me.ok(scheduleMessage, { ...message, ...soon, content: 'now' });
  const reminder = await me.ok(createReminder, { ...soon, message_id: id });
  // Later tests would take what arrives then for a leak.
  const areSent = await eventually(
    async () => {
      const { scheduled_messages } = await me.ok(listScheduledMessages, {});
      const { reminders } = await me.ok(listReminders, {});
      return (
        scheduled_messages.every((each) => each.scheduled_message_id !== due.scheduled_message_id) &&
        reminders.every((each) => each.reminder_id !== reminder.reminder_id)
      );
    },
    (sent) => sent,
    { deadlineMs: SENT_WITHIN_MS, pauseMs: SENT_LOOK_MS },
  );
  if (!areSent) throw new Error('a scheduled message or a reminder was not sent');
};

const keep: Operation = async ({ me, fresh }) => {
  const { saved_snippet_id } = await me.ok(createSavedSnippet, { title: 'Thanks', content: 'Thank you!' });
  await me.ok(updateSavedSnippet, { saved_snippet_id, title: 'Many thanks' });
  await me.ok(deleteSavedSnippet, { saved_snippet_id });
  const fragment = `narrow/topic/${fresh('view').replaceAll(' ', '-')}`;
  await me.ok(createNavigationView, { fragment, is_pinned: true, name: fragment });
  await me.ok(updateNavigationView, { fragment, is_pinned: false });
  await me.ok(deleteNavigationView, { fragment });
};

const listen: Operation = async ({ me, fresh }) => {
  const alert_words = [fresh('word')];
  await me.ok(addAlertWords, { alert_words });
  await me.ok(removeAlertWords, { alert_words });
  await me.ok(markOnboardingStep, { onboarding_step: 'intro_resolve_topic' });
  const { device_id } = await me.ok(registerClientDevice, {});
  await me.ok(removeClientDevice, { device_id });
};

export const organizationOperations: readonly Operation[] = [configure, decorate, link, admit, draft, schedule, keep, listen];
