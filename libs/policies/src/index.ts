export * from './channel-access.js';
export * from './message-content.js';
export * from './message-reading.js';
export * from './message-topic.js';
export * from './send-addressee.js';
export * from './send-permission.js';
export * from './send-read-state.js';
export * from './system-groups.js';
