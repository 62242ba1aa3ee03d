export * from './id-range-begun.js';
