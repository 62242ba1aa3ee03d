export * from './disposable-domains.js';
export * from './mail.js';
export * from './mail-address.js';
export * from './mail-jobs.js';
export * from './mail-module.js';
export * from './mail-template.js';
export * from './render-mail.js';
export * from './sent-mails.js';
