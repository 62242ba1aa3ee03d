export * from './mail.js';
export * from './mail-module.js';
export * from './mail-template.js';
