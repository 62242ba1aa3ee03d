import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from './database-failure.js';

describe('isDatabaseAway', () => {
  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Raw query failed. Code: `57P03`. Message: `the database system is starting up`',
    'Raw query failed. Code: `22023`. Message: `ERROR: invalid snapshot identifier: "00000003-0000001B-1"`',
    'Raw query failed. Code: `42704`. Message: `ERROR: snapshot "00000003-0000001B-1" does not exist`',
    'the snapshot was open for too long',
    'Raw query failed. Code: `57P01`. Message: `ERROR: the snapshot is of another server`',
    'Raw query failed. Code: `57014`. Message: `canceling statement due to user request`',
    'Raw query failed. Code: `3D000`. Message: `database "parley" does not exist`',
    'Raw query failed. Code: `42501`. Message: `permission denied for table message`',
    'Raw query failed. Code: `42P01`. Message: `relation "message" does not exist`',
    "Raw query failed. Code: `N/A`. Message: `Can't reach database server`",
  ])('is true for: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it('is true for a broken socket', () => {
    expect(isDatabaseAway(Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBe(true);
  });

  it.each(['57014', '57P01', '08006', '42P01'])('is true for the code %s of an error that PostgreSQL sent to a direct reader', (code) => {
    expect(isDatabaseAway(Object.assign(new Error('failed'), { code }))).toBe(true);
  });

  it('is false for the codes of faulty statements', () => {
    expect(isDatabaseAway(Object.assign(new Error('failed'), { code: '23505' }))).toBe(false);
    expect(isDatabaseAway(Object.assign(new Error('failed'), { code: '42703' }))).toBe(false);
  });

  it.each(['Raw query failed. Code: `23505`. Message: `duplicate key value`', 'an unknown error'])('is false for: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(false);
  });
});
