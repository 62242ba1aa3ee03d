export * from './disk-storage.js';
export * from './file-storage.js';
export * from './storage-key.js';
export * from './storage-module.js';
export * from './temporary-links.js';
