export * from './database.js';
export { Prisma } from './generated/client.js';
export * from './persistence-module.js';
export * from './violations.js';
