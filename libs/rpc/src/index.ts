export * from './bus.js';
export * from './nats-connection.js';
export * from './raw-json.js';
export * from './rpc-client.js';
export * from './rpc-module.js';
export * from './serves.js';
export * from './start-service.js';
