import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { organizationFirst } from './organization-first.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const SCHEMA = {
  'prisma/schema/channels.prisma': `
model Channel {
  id             Int @id
  organizationId Int @map("organization_id")

  @@map("channel")
}

model Migration {
  id Int @id

  @@map("migration")
}
`,
};
const READS = 'libs/persistence/src/reads/channels.ts';
const found = (text: string, path = READS) => scratch.findings(organizationFirst, { ...SCHEMA, [path]: text });

describe('organization-first', () => {
  it.each([
    ['first', 'export function byId(organizationId: number, id: number) { return sql`SELECT 1 FROM channel`; }'],
    ['after the transaction', 'export const byId = (tx: Tx, organizationId: number) => tx.channel.findMany({});'],
    ['inside the caller', 'export const mine = (reader: Reader, caller: Caller) => reader.channel.findMany({});'],
    ['in a class', 'export class Channels { find(organizationId: number) { return this.client.channel.findFirst({}); } }'],
    ['only if the table belongs to an organization', 'export function all(id: number) { return sql`SELECT 1 FROM migration`; }'],
    ['not in functions that are not exported', 'const rows = (id: number) => sql`SELECT 1 FROM channel`;'],
    ['not in private methods', 'export class Channels { private rows(id: number) { return sql`SELECT 1 FROM channel`; } }'],
  ])('accepts organizationId %s', async (_, text) => {
    expect(await found(text)).toEqual([]);
  });

  it.each([
    ['missing', 'byId', 'export function byId(id: number) { return sql`SELECT 1 FROM a JOIN channel c ON true`; }'],
    ['second', 'byId', 'export const byId = (id: number, organizationId: number) => client.channel.findMany({});'],
    ['missing in a public method', 'find', 'export class Channels { find(id: number) { return this.client.channel.findFirst({}); } }'],
  ])('rejects organizationId %s', async (_, name, text) => {
    expect(await found(text)).toEqual([`${READS}:1 ${name} queries a table of an organization but does not take organizationId first.`]);
  });

  it('checks reads and repositories, but not use cases', async () => {
    const text = 'export function find(id: number) { return sql`SELECT 1 FROM channel`; }';
    expect(await found(text, 'apps/channels/src/channel.repository.ts')).toHaveLength(1);
    expect(await found(text, 'apps/channels/src/subscribe.ts')).toEqual([]);
  });
});
