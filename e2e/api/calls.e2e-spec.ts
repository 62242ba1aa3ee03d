import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { createBigBlueButtonCall, createZoomCall, updateOrganization } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.third);
afterAll(() => closeConnections());

/** The demo has no provider that needs an account. apps/organization/test/calls.it-spec.ts has both. */
describe('video calls', () => {
  it('by Jitsi Meet need nothing', async () => {
    const registered: Readonly<Record<string, unknown>> = await member.ok(registerQueue, {
      event_types: [],
      fetch_event_types: ['realm'],
    });
    expect(registered).toMatchObject({
      realm_video_chat_provider: 1,
      server_jitsi_server_url: 'https://meet.jit.si',
      jitsi_server_url: 'https://meet.jit.si',
    });
  });

  it.each([
    [createBigBlueButtonCall, { meeting_name: 'Lunch' }, 'BigBlueButton is not configured.'],
    [createZoomCall, {}, 'Zoom credentials have not been configured'],
  ] as const)('are refused where the provider is not configured: %#', async (endpoint, params, msg) => {
    const answer = await member.request(endpoint.method, `/api/v1${endpoint.path}`, { ...params });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
    const bot = await world.as(world.bot).request(endpoint.method, `/api/v1${endpoint.path}`, { ...params });
    expect(bot.body.msg).toBe('This endpoint does not accept bot requests.');
    const visitor = await world.anybody(world.host).request(endpoint.method, `/api/v1${endpoint.path}`, { ...params });
    expect(visitor.status).toBe(401);
  });

  it('need a name, and a provider that the installation has', async () => {
    expect((await member.call(createBigBlueButtonCall, {})).body.msg).toBe("Missing 'meeting_name' argument");
    expect((await member.call(createBigBlueButtonCall, { meeting_name: '' })).body.msg).toBe('meeting_name cannot be blank');
    expect((await member.call(createZoomCall, { is_video_call: 'yes' })).body.msg).toBe('is_video_call is not a boolean');
    for (const video_chat_provider of [3, 4, 5]) {
      const answer = await world.as(world.owner).call(updateOrganization, { video_chat_provider });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid video_chat_provider']);
    }
  });
});
