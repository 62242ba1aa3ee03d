// Everything declared for apps/invitations.
export * from './accept-invitation.js';
export * from './dead-jobs.js';
export * from './describe-invitation.js';
export * from './erase-person.js';
export * from './invitations.js';
export * from './invitations-changed.js';
export * from './invite-owner.js';
export * from './outbox-calls.js';
export * from './purge.js';
