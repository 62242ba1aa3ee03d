import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { tableWriters } from './table-writers.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const SCHEMA = {
  'prisma/schema/channels.prisma': `
model Channel {
  id            Int            @id
  subscriptions Subscription[]

  @@map("channel")
}

model Subscription {
  userId Int

  @@map("subscription")
}
`,
  'prisma/schema/organization.prisma': `
model UserGroup {
  id      Int       @id
  channel Channel[]

  @@map("user_group")
}
`,
  'prisma/schema/event-log.prisma': `
model EventLog {
  seq BigInt @id

  @@map("event_log")
}
`,
};

const found = (files: Record<string, string>) => scratch.findings(tableWriters, { ...SCHEMA, ...files });

describe('allowed writes', () => {
  it('are those of the owner, through Prisma or SQL', async () => {
    expect(
      await found({
        'apps/channels/src/subscribe.ts': `
          await tx.subscription.createMany({ data });
          await tx.$executeRaw\`UPDATE channel SET name = \${name}\`;
          await tx.$executeRawUnsafe('DELETE FROM "subscription" WHERE user_id = $1');`,
      }),
    ).toEqual([]);
  });

  it('are those of a named writer of a shared table', async () => {
    const insert = 'sql`INSERT INTO event_log (seq) VALUES (1)`;';
    expect(
      await found({ 'libs/event-log/src/append.ts': insert, 'apps/messaging/src/storing/store-message.repository.ts': insert }),
    ).toEqual([]);
  });

  it('are rows of tests and their factories', async () => {
    expect(
      await found({
        'libs/testing/src/factories/channel.ts': 'sql`INSERT INTO channel (id) VALUES (1)`;',
        'apps/messaging/test/send-message.it-spec.ts': 'sql`INSERT INTO channel (id) VALUES (1)`;',
      }),
    ).toEqual([]);
  });

  it('do not include reads, locks, unknown tables and maps', async () => {
    expect(
      await found({
        'apps/messaging/src/a.ts': `
          await tx.channel.findMany({});
          await tx.$queryRaw\`SELECT 1 FROM channel FOR UPDATE OF channel\`;
          await tx.$executeRaw\`INSERT INTO elsewhere VALUES (1) ON CONFLICT DO UPDATE SET a = 1\`;
          channel.delete(key);`,
      }),
    ).toEqual([]);
  });
});

describe('rejected writes', () => {
  it.each([
    ['tx.channel.create({ data });'],
    ['this.database.client.channel.updateMany({ data });'],
    ['tx.channel.upsert({});'],
    ['tx.channel.deleteMany();'],
    ['tx.$executeRaw`INSERT INTO channel (id) VALUES (${id})`;'],
    ['tx.$queryRaw`WITH a AS (UPDATE ONLY channel SET name = 1 RETURNING id) SELECT * FROM a`;'],
    ["tx.$executeRawUnsafe('DELETE FROM public.channel');"],
    ['tx.$executeRaw`TRUNCATE TABLE "channel"`;'],
  ])('from an app that does not own the table: %s', async (statement) => {
    expect(await found({ 'apps/messaging/src/a.ts': `\n${statement}\n` })).toEqual([
      'apps/messaging/src/a.ts:2 messaging writes the table channel, whose writer is apps/channels.',
    ]);
  });

  it('are found when nested in the data of an allowed write', async () => {
    const nested = 'tx.userGroup.update({ data: { name, channel: { create: { id: 1 } } } });\n';
    expect(await found({ 'apps/organization/src/a.ts': nested })).toEqual([
      'apps/organization/src/a.ts:1 organization writes the table channel, whose writer is apps/channels.',
    ]);
    const deeper = 'tx.userGroup.update({ data: { channel: { update: { data: { subscriptions: { deleteMany: {} } } } } } });\n';
    expect(await found({ 'apps/organization/src/a.ts': deeper })).toHaveLength(2);
  });

  it('include those of a library', async () => {
    expect(await found({ 'libs/persistence/src/reads/a.ts': 'sql`UPDATE channel SET name = 1`;\n' })).toEqual([
      'libs/persistence/src/reads/a.ts:1 persistence writes the table channel, whose writer is apps/channels.',
    ]);
  });

  it('include those to a shared table by an app that is not a named writer', async () => {
    expect(await found({ 'apps/channels/src/a.ts': 'sql`INSERT INTO event_log (seq) VALUES (1)`;\n' })).toEqual([
      'apps/channels/src/a.ts:1 channels writes the table event_log, whose writer is libs/event-log/src/, apps/messaging/src/storing/store-message.repository.ts.',
    ]);
  });

  it('include those to a table in a variable', async () => {
    expect(await found({ 'apps/channels/src/a.ts': 'sql`DELETE FROM ${table}`;\n' })).toEqual([
      'apps/channels/src/a.ts:1 A statement writes to a table that a variable names.',
    ]);
  });
});

describe('tables', () => {
  it('without an owning project are rejected', async () => {
    expect(await found({ 'prisma/schema/shared.prisma': 'model Thing {\n  id Int @id\n}\n' })).toEqual([
      'prisma/schema/shared.prisma:1 Thing has no writer: shared is not a project.',
    ]);
  });

  it('that a migration creates without a model are rejected, except partitions', async () => {
    const migration =
      'CREATE TABLE channel (id int);\nCREATE TABLE stray (id int);\nCREATE TABLE event_log_default PARTITION OF event_log DEFAULT;\n';
    expect(await found({ 'prisma/migrations/1/migration.sql': migration })).toEqual([
      'prisma/migrations/1/migration.sql:2 The table stray has no model in prisma/schema, so its writer is unknown.',
    ]);
  });

  it('that a later migration renames are known by the model of the new name', async () => {
    const files = {
      'prisma/migrations/1/migration.sql': 'CREATE TABLE old_channel (id int);\nCREATE TABLE stray (id int);\n',
      'prisma/migrations/2/migration.sql': 'ALTER TABLE old_channel RENAME TO channel;\nALTER TABLE stray RENAME TO lost;\n',
    };
    expect(await found(files)).toEqual([
      'prisma/migrations/1/migration.sql:2 The table stray has no model in prisma/schema, so its writer is unknown.',
    ]);
  });
});
