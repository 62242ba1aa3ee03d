export * from './factories/rows.js';
export * from './service/start-test-service.js';
export * from './service/test-suite.js';
export * from './stores/template-database.js';
export * from './stores/test-database.js';
export * from './stores/test-nats.js';
export * from './stores/test-redis.js';
export * from './stores/test-secrets.js';
