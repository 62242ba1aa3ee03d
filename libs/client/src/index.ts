export * from './state/fold.js';
