// Everything declared for apps/settings.
export * from './stock-clients.js';
export * from './user-settings.js';
