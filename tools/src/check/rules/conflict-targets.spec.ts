import { afterAll, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { conflictTargets } from './conflict-targets.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const SCHEMA = {
  'prisma/schema/channels.prisma': `
model ChannelRead {
  userId         Int
  channelId      Int
  organizationId Int

  @@id([userId, channelId, organizationId])
  @@map("channel_read")
}

model Topic {
  id             Int
  organizationId Int
  channelId      Int
  key            String

  @@id([id, organizationId])
  @@unique([channelId, key])
  @@map("topic")
}

model UserSettings {
  userId         Int @id
  organizationId Int

  @@map("user_settings")
}
`,
};
const FILE = 'apps/messaging/src/unread/unread.repository.ts';
const found = (statement: string) => scratch.findings(conflictTargets, { ...SCHEMA, [FILE]: `\nsql\`${statement}\`;` });

it('a part of the primary key is rejected, at its line', async () => {
  const insert = 'INSERT INTO channel_read (user_id, channel_id, organization_id)\nVALUES (1, 2, 3)\nON CONFLICT (user_id, channel_id)';
  expect(await found(`${insert} DO NOTHING`)).toEqual([
    `${FILE}:4 ON CONFLICT (user_id, channel_id) is not the primary key of channel_read.`,
  ]);
});

it('of several inserts, each is held to its own table', async () => {
  const topic = 'INSERT INTO topic VALUES (1) ON CONFLICT (channel_id, key) DO NOTHING';
  const read = 'INSERT INTO channel_read VALUES (1) ON CONFLICT (user_id, channel_id) DO NOTHING';
  expect(await found(`WITH a AS (${topic}), b AS (${read}) SELECT 1`)).toHaveLength(1);
  expect(await found(`WITH a AS (INSERT INTO channel_read VALUES (1)) ${topic}`)).toEqual([]);
});

it.each([
  'INSERT INTO channel_read VALUES (1) ON CONFLICT (user_id, channel_id, organization_id) DO NOTHING',
  'INSERT INTO channel_read VALUES (1) ON CONFLICT DO NOTHING',
  'INSERT INTO user_settings VALUES (1) ON CONFLICT (user_id) DO NOTHING',
])('the whole key, no target, and a key without organization are accepted: %s', async (statement) => {
  expect(await found(statement)).toEqual([]);
});
