export * from './push-config.js';
export * from './push-hosts.js';
export { encryptFor, fromBase64, readPushKey } from './push-key.js';
export * from './push-sender.js';
export * from './push-senders.js';
export * from './sealed-registration.js';
