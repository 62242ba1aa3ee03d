export * from './channel-access.js';
export * from './system-groups.js';
