export * from './database.js';
export * from './persistence-module.js';
export * from './violations.js';
export { Prisma } from './generated/client.js';
