export * from './append-visibility.js';
export * from './enqueue-notices.js';
export * from './event-log.js';
export * from './event-log-module.js';
export * from './log-reader.js';
export * from './outbox-relay.js';
export * from './partitions.js';
export * from './wake-up.js';
