export * from './examples/calls/index.js';
export * from './openapi/index.js';
