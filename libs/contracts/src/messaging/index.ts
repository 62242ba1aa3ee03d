// Everything declared for apps/messaging.

export * from './alert-words.js';
export * from './alert-words-changed.js';
export * from './delete-message.js';
export * from './first-message.js';
export * from './get-message.js';
export * from './get-messages.js';
export * from './mark-as-read.js';
export * from './message-flag-names.js';
export * from './message-flags-changed.js';
export * from './message-object.js';
export * from './message-sent.js';
export * from './message-watchers.js';
export * from './messages-deleted.js';
export * from './mute-user.js';
export * from './muted-users-changed.js';
export * from './reaction-events.js';
export * from './reactions.js';
export * from './register-narrow.js';
export * from './send-message.js';
export * from './send-notice.js';
export * from './unread-summary.js';
export * from './update-message-flags.js';
export * from './wire-narrow.js';
