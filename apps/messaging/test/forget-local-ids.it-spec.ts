import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RunningService } from '@parley/rpc';
import { Rows, TestSuite } from '@parley/testing';
import { messagingConfig } from '../src/config.js';
import { ForgetLocalIds } from '../src/local-ids/forget-local-ids.js';
import { MessagingModule } from '../src/messaging.module.js';

let suite: TestSuite;
let service: RunningService;
beforeAll(async () => {
  suite = await TestSuite.open();
  service = await suite.start('messaging', MessagingModule, messagingConfig);
});
afterAll(() => suite.close());

const DAY_MS = 24 * 3600 * 1000;

it('deletes local ids that are older than any queue, and keeps the others', async () => {
  const organization = await new Rows(suite.database).organization();
  const named = (localId: string, ageDays: number) => ({
    organizationId: organization.id,
    senderId: 1,
    queueId: 'queue',
    localId,
    messageId: 1n,
    sentAt: new Date(Date.now() - ageDays * DAY_MS),
  });
  await suite.database.client.sentLocalId.createMany({ data: [named('new', 0), named('old', 7.5), named('older', 8.5)] });
  await service.app.get(ForgetLocalIds).execute();
  const kept = await suite.database.client.sentLocalId.findMany({ where: { organizationId: organization.id } });
  expect(kept.map(({ localId }) => localId).sort()).toEqual(['new', 'old']);
});
