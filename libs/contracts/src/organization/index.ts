// Everything declared for apps/organization.
export * from './callers-changed.js';
export * from './verify-credentials.js';
