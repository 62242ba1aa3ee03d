import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestSuite } from '@parley/testing';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

let suite: TestSuite;

beforeAll(async () => {
  suite = await TestSuite.open();
});
afterAll(() => suite.close());

describe('the invitations service', () => {
  it('starts, is ready, and stops', async () => {
    const service = await suite.start('invitations', InvitationsServiceModule, invitationsConfig);
    const ready = await fetch(`${service.managementUrl}/health/ready`);
    expect(await ready.json()).toEqual({
      status: 'ok',
      stores: { nats: { needed: true }, postgres: { needed: true }, redis: { needed: false } },
    });
    await service.stop();
    await expect(fetch(`${service.managementUrl}/health/live`)).rejects.toThrow('fetch failed');
  });
});
