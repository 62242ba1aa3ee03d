export * from './invitations-changed.js';
