import { answer, type CallExamples } from '../call-example.js';

const fragment = 'narrow/is/{now}';
const saved_snippet_id = answer('createSavedSnippet', '.saved_snippet_id');
const apple = { token: 'c0ffee', appid: 'org.example.Chat' };
const google = { token: 'token-{now}' };

const browser = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
const NO_PUSH = 'The demo has no keys for push services.';

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
  registerPushDevice: { params: { device_id: answer('registerClientDevice', '.device_id') }, unable: NO_PUSH },
  sendTestNotification: { params: {}, unable: NO_PUSH },
  sendEncryptedTestNotification: { params: {}, unable: NO_PUSH },
  addWebPushSubscription: { params: browser, unable: NO_PUSH },
  removeWebPushSubscription: { params: { endpoint: browser.endpoint }, unable: NO_PUSH },
  addFcmToken: { params: google },
  removeFcmToken: { params: google, after: ['addFcmToken'] },
};
