import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { sqlInRepositories } from './sql-in-repositories.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const SCHEMA = { 'prisma/schema/channels.prisma': 'model Channel {\n  id Int @id\n\n  @@map("channel")\n}\n' };
const USE_CASE = 'apps/channels/src/channels/rename-channel.ts';
const found = (text: string, path = USE_CASE) => scratch.findings(sqlInRepositories, { ...SCHEMA, [path]: text });

describe('sql-in-repositories', () => {
  it.each([
    'const rows = tx.$queryRaw`SELECT 1`;',
    'await tx.$executeRawUnsafe("DELETE FROM channel");',
    'const part = Prisma.sql`c.id = 1`;',
    'const rows = tx.channel.findMany({ where: { id } });',
  ])('finds %s in a use case, and accepts it in a repository and in a test', async (text) => {
    expect(await found(text)).toEqual([`${USE_CASE}:1 A statement is outside a repository.`]);
    expect(await found(text, 'apps/channels/src/channels/channels.repository.ts')).toEqual([]);
    expect(await found(text, 'apps/channels/src/channels/rows.sql.ts')).toEqual([]);
    expect(await found(text, 'libs/persistence/src/reads/channels.ts')).toEqual([]);
    expect(await found(text, 'apps/channels/test/rename-channel.it-spec.ts')).toEqual([]);
  });

  it('accepts use cases without statements', async () => {
    expect(await found('const channel = await this.channels.find(organizationId);\nmap.channel.set(1);\n')).toEqual([]);
  });
});
