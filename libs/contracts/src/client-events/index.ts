// Events in the format for clients. The format in the log is declared with the owner of each event.
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
