// Everything declared for apps/notifications.
export * from './erase-person.js';
export * from './purge.js';
export * from './test-notifications.js';
