export * from './column-id.js';
export * from './database.js';
export * from './database-failure.js';
export * from './database-identity.js';
export { tooLate } from './deadline-pool.js';
export * from './due/due-in-turns.js';
export * from './due/due-turns.js';
export * from './fences.js';
export { Prisma } from './generated/client.js';
export * from './persistence-module.js';
export { ofUnknownLength, PREPARED } from './prepared-statements.js';
export * from './purge/purge-steps.js';
export * from './reads/bots.js';
export * from './reads/channels.js';
export * from './reads/default-channel-groups.js';
export * from './reads/invitations.js';
export * from './reads/linkifiers.js';
export * from './reads/organizations.js';
export * from './reads/realm-emoji.js';
export * from './reads/subscriptions.js';
export * from './reads/system-bots.js';
export * from './reads/user-settings.js';
export {
  dbInt,
  dbInts,
  dbRole,
  dbTime,
  firstRow,
  onlyParsedRow,
  onlyRow,
  parsedRows,
  rows,
  type SqlReader,
  type SqlWriter,
} from './rows.js';
export * from './selects.js';
export * from './setting-sql.js';
export * from './type-guards.js';
export * from './violations.js';
