export * from './channels.js';
export * from './files.js';
export * from './messages.js';
export * from './organization.js';
export * from './people.js';
