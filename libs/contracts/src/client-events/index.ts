// Events as clients read them. What the log keeps of each is declared with its owner.
export * from './channels.js';
export * from './files.js';
export * from './groups.js';
export * from './heartbeat.js';
export * from './messages.js';
export * from './organization.js';
export * from './personal.js';
export * from './presence.js';
export * from './subscriptions.js';
export * from './typing.js';
export * from './users.js';
