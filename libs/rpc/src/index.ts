export * from './bus.js';
export * from './json-text.js';
export * from './nats-connection.js';
export * from './rpc-client.js';
export * from './rpc-module.js';
export * from './serves.js';
export * from './start-service.js';
