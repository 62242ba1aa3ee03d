// Everything declared for apps/settings.
export * from './presence.js';
export * from './presence-changed.js';
export * from './presence-forms.js';
export * from './presence-timings.js';
export * from './stock-clients.js';
export * from './user-settings.js';
export * from './user-status.js';
export * from './user-status-changed.js';
