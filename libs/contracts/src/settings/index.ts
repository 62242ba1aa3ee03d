// Everything declared for apps/settings.

export * from '../languages.js';
export * from './client-devices.js';
export * from './erase-person.js';
export * from './inherited-notifications-changed.js';
export * from './navigation-view-events.js';
export * from './navigation-views.js';
export * from './onboarding-steps.js';
export * from './presence.js';
export * from './presence-changed.js';
export * from './presence-forms.js';
export * from './presence-timings.js';
export * from './purge.js';
export * from './push-registrations.js';
export * from './push-tokens.js';
export * from './saved-snippet-events.js';
export * from './saved-snippets.js';
export * from './setting-parameters.js';
export * from './settings-changed.js';
export * from './stop-mails.js';
export * from './time-zone.js';
export * from './update-setting-defaults.js';
export * from './update-settings.js';
export * from './user-settings.js';
export * from './user-status.js';
export * from './user-status-changed.js';
export * from './web-push.js';
