export * from './jobs.js';
export * from './jobs-module.js';
