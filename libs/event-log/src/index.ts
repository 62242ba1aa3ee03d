export * from './event-log.js';
export * from './event-log-module.js';
export * from './log-reader.js';
export * from './owe-notices.js';
export * from './owed-calls.js';
export * from './tell-acquaintances.js';
export * from './wake-up.js';
