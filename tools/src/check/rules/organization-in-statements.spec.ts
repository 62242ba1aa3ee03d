import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { organizationInStatements } from './organization-in-statements.js';

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
const found = (text: string, path = 'apps/channels/src/channels/rename.ts') =>
  scratch.findings(organizationInStatements, { ...SCHEMA, [path]: text });

describe('organization-in-statements', () => {
  it.each([
    'const rows = tx.$queryRaw`SELECT id FROM channel WHERE organization_id = 1`;',
    'const rows = tx.$queryRaw`SELECT id FROM migration`;',
    'const rows = tx.channel.findMany({ where: { organizationId, id } });',
    'const rows = tx.migration.findMany({});',
    "const text = 'Choose one FROM channel';",
  ])('accepts %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it.each([
    'const rows = tx.$queryRaw`SELECT id FROM channel WHERE id = 1`;',
    'const part = Prisma.sql`EXISTS (SELECT FROM channel c WHERE c.id = 1)`;',
    'await tx.$executeRaw`UPDATE channel SET name = 1 WHERE id = 1`;',
    'const rows = tx.channel.findMany({ where: { id } });',
    'await tx.channel.deleteMany({});',
  ])('finds %s', async (text) => {
    expect(await found(text)).toHaveLength(1);
    expect(await found(text, 'apps/channels/src/channels/rename.spec.ts')).toEqual([]);
  });
});
