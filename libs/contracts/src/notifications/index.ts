// Everything declared for apps/notifications.
export * from './purge.js';
