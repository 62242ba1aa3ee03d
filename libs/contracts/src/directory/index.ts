export * from './moves.js';
export * from './places.js';
