import { answer, type CallExamples } from '../call-example.js';

const fragment = 'narrow/is/{now}';
const saved_snippet_id = answer('createSavedSnippet', '.saved_snippet_id');
const apple = { token: 'c0ffee', appid: 'org.example.Chat' };
const google = { token: 'token-{now}' };

export const settingCalls: CallExamples = {
  updateSettings: { params: { starred_message_counts: true } },
  updateDisplaySettings: { params: { color_scheme: 2 } },
  updateNotificationSettings: { params: { enable_sounds: false } },
  createNavigationView: { params: { fragment, is_pinned: true, name: 'Mine {now}' } },
  getNavigationViews: { params: {} },
  updateNavigationView: { params: { fragment, is_pinned: false }, after: ['createNavigationView'] },
  deleteNavigationView: { params: { fragment }, after: ['createNavigationView'] },
  createSavedSnippet: { params: { title: 'Thanks', content: 'Thank you! :tada:' } },
  getSavedSnippets: { params: {} },
  updateSavedSnippet: { params: { saved_snippet_id, content: 'Thank *you*! :tada:' } },
  deleteSavedSnippet: { params: { saved_snippet_id } },
  markOnboardingStep: { params: { onboarding_step: 'intro_inbox_view_modal' } },
  registerClientDevice: { params: {} },
  removeClientDevice: { params: { device_id: answer('registerClientDevice', '.device_id') } },
  addApnsToken: { params: apple },
  removeApnsToken: { params: { token: apple.token }, after: ['addApnsToken'] },
  addFcmToken: { params: google },
  removeFcmToken: { params: google, after: ['addFcmToken'] },
};
