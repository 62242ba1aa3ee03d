// Everything declared for apps/event-queue.
export * from './announce-ephemeral.js';
export * from './end-queues.js';
export * from './id-range-begun.js';
export * from './inspect-queues.js';
export * from './lanes.js';
export * from './poll-queues.js';
export * from './purge.js';
export * from './register-groups.js';
export * from './register-part.js';
export * from './register-queue.js';
export * from './wake-ups.js';
