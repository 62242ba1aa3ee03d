import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { getServerSettings } from '@parley/contracts/organization';
import {
  addApnsToken,
  addFcmToken,
  addWebPushSubscription,
  createNavigationView,
  createSavedSnippet,
  deleteNavigationView,
  deleteSavedSnippet,
  getNavigationViews,
  getSavedSnippets,
  markOnboardingStep,
  registerClientDevice,
  registerPushDevice,
  removeApnsToken,
  removeClientDevice,
  removeFcmToken,
  removeWebPushSubscription,
  updateNavigationView,
  updateSavedSnippet,
} from '@parley/contracts/settings';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.member);
const colleague = world.as(world.colleague);
const anybody = world.anybody();
afterAll(() => closeConnections());

/** The first events of a type that the member's client receives while `work` runs. */
async function receivedDuring(type: string, count: number, work: () => Promise<unknown>) {
  const queue = await member.ok(registerQueue, { event_types: [type], fetch_event_types: [] });
  await work();
  const events = await receiveEvents(member, queue, count);
  return events.map(({ type: _, ...event }) => event);
}

/** The fields of one group in a registration of the member. */
const registered = (group: string): Promise<Record<string, unknown>> =>
  member.ok(registerQueue, { event_types: [], fetch_event_types: [group] });

describe('navigation views', () => {
  const viewsOf = async (actor: Actor) => (await actor.ok(getNavigationViews, {})).navigation_views;

  it('are added, changed and removed, also with slashes, with events to the own clients', async () => {
    const fragment = `narrow/${world.fresh('is').replaceAll(' ', '/')}`;
    const events = await receivedDuring('navigation_view', 4, async () => {
      await member.ok(createNavigationView, { fragment, is_pinned: true, name: 'Mine' });
      // Clients send slashes encoded or unencoded.
      await member.ok(updateNavigationView, { fragment, name: 'Still mine' });
      const plain = await member.request('PATCH', `/api/v1/navigation_views/${fragment}`, { is_pinned: 'false' });
      expect(plain.status).toBe(200);
      expect(await viewsOf(member)).toContainEqual({ fragment, is_pinned: false, name: 'Still mine' });
      await member.ok(deleteNavigationView, { fragment });
    });
    expect(events).toEqual([
      { op: 'add', navigation_view: { fragment, is_pinned: true, name: 'Mine' } },
      { op: 'update', fragment, data: { name: 'Still mine' } },
      { op: 'update', fragment, data: { is_pinned: false } },
      { op: 'remove', fragment },
    ]);
    expect((await viewsOf(member)).map((view) => view.fragment)).not.toContain(fragment);
  });

  it('of built-in views have no name, and are stored once they are changed', async () => {
    const fragment = 'narrow/has/reaction/sender/me';
    await member.call(deleteNavigationView, { fragment });
    expect((await member.call(updateNavigationView, { fragment, is_pinned: true })).body).toMatchObject({
      code: 'NOT_FOUND',
      msg: 'Navigation view does not exist.',
    });
    expect((await member.call(createNavigationView, { fragment, is_pinned: true, name: 'x' })).body.msg).toBe(
      'Built-in views cannot have a custom name.',
    );
    await member.ok(createNavigationView, { fragment, is_pinned: true });
    expect(await viewsOf(member)).toContainEqual({ fragment, is_pinned: true });
    expect((await member.call(createNavigationView, { fragment, is_pinned: true })).body.msg).toBe('Navigation view already exists.');
    expect((await member.call(updateNavigationView, { fragment, name: 'x' })).body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Built-in views cannot have a custom name.',
    });
    expect((await registered('navigation_views')).navigation_views).toEqual(await viewsOf(member));
  });

  it('are refused with the reason, and hidden from others', async () => {
    const fragment = world.fresh('view');
    expect((await member.call(createNavigationView, { fragment, is_pinned: true })).body.msg).toBe('Custom views must have a valid name.');
    await member.ok(createNavigationView, { fragment, is_pinned: true, name: 'Mine' });
    for (const endpoint of [updateNavigationView, deleteNavigationView]) {
      const { status, body } = await colleague.call(endpoint, { fragment });
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      expect((await anybody.call(endpoint, { fragment })).status).toBe(401);
    }
    expect((await anybody.call(getNavigationViews, {})).status).toBe(401);
  });
});

describe('saved snippets', () => {
  it('are added, changed and removed, with events to the own clients', async () => {
    const title = world.fresh('snippet');
    const events = await receivedDuring('saved_snippets', 3, async () => {
      const { saved_snippet_id } = await member.ok(createSavedSnippet, { title: ` ${title} `, content: 'Thank you' });
      await member.ok(updateSavedSnippet, { saved_snippet_id, content: '*Thank you*' });
      await member.ok(updateSavedSnippet, { saved_snippet_id });
      const kept = { id: saved_snippet_id, title, content: '*Thank you*', date_created: expect.any(Number) };
      expect((await member.ok(getSavedSnippets, {})).saved_snippets).toContainEqual(kept);
      expect((await registered('saved_snippets')).saved_snippets).toContainEqual(kept);
      await member.ok(deleteSavedSnippet, { saved_snippet_id });
    });
    expect(events).toMatchObject([
      { op: 'add', saved_snippet: { title, content: 'Thank you' } },
      { op: 'update', saved_snippet: { title, content: '*Thank you*' } },
      { op: 'remove', saved_snippet_id: expect.any(Number) },
    ]);
  });

  it('are refused with the reason, and hidden from others', async () => {
    const { saved_snippet_id } = await member.ok(createSavedSnippet, { title: 'Mine', content: 'mine' });
    const refusal = async (fields: Record<string, unknown>) => (await member.call(createSavedSnippet, fields)).body.msg;
    expect(await refusal({ title: ' ', content: 'x' })).toBe('title cannot be blank');
    expect(await refusal({ title: 'x'.repeat(61), content: 'x' })).toBe('title is too long (limit: 60 characters)');
    expect(await refusal({ title: 'x', content: ' ' })).toBe('content cannot be blank');
    expect(await refusal({ title: 'x\0', content: 'x' })).toBe('title has invalid format');
    for (const endpoint of [updateSavedSnippet, deleteSavedSnippet]) {
      for (const [actor, id] of [
        [colleague, saved_snippet_id],
        [member, 1_999_999_999],
      ] as const) {
        const { status, body } = await actor.call(endpoint, { saved_snippet_id: id });
        expect([status, body.msg]).toEqual([404, 'Saved snippet does not exist.']);
      }
      expect((await anybody.call(endpoint, { saved_snippet_id })).status).toBe(401);
    }
    expect((await anybody.call(getSavedSnippets, {})).status).toBe(401);
    await member.ok(deleteSavedSnippet, { saved_snippet_id });
  });
});

describe('push tokens', () => {
  it('are added and removed', async () => {
    await member.ok(addApnsToken, { token: 'c0ffee', appid: 'org.example.Chat' });
    await member.ok(addFcmToken, { token: 'fcm-token' });
    expect((await colleague.call(removeApnsToken, { token: 'c0ffee' })).body.msg).toBe('Token does not exist');
    await member.ok(removeApnsToken, { token: 'c0ffee' });
    await member.ok(removeFcmToken, { token: 'fcm-token' });
    expect((await member.call(removeApnsToken, { token: 'c0ffee' })).body.msg).toBe('Token does not exist');
  });

  it('are refused if invalid, for bots, and without credentials', async () => {
    const refusal = async (actor: Actor, token: string) => (await actor.call(addApnsToken, { token, appid: 'x' })).body.msg;
    expect(await refusal(member, '')).toBe('Empty or invalid length token');
    expect(await refusal(member, 'a'.repeat(4098))).toBe('Empty or invalid length token');
    expect(await refusal(member, 'not hex')).toBe('Invalid APNS token');
    expect(await refusal(world.as(world.bot), 'c0ffee')).toBe('This endpoint does not accept bot requests.');
    expect((await member.call(addApnsToken, { token: 'c0ffee' })).body.msg).toBe("Missing 'appid' argument");
    for (const endpoint of [addApnsToken, removeApnsToken, addFcmToken, removeFcmToken]) {
      expect((await anybody.call(endpoint, { token: 'c0ffee', appid: 'x' })).status).toBe(401);
    }
  });
});

describe('push services that are not configured', () => {
  it('accept no registration, which clients are told before', async () => {
    const { device_id } = await member.ok(registerClientDevice, {});
    const key = { device_id, push_key: Buffer.alloc(33, 0x31).toString('base64'), push_key_id: 1 };
    const browser = { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/1', p256dh: 'a', auth: 'a' };
    const refused = { code: 'PUSH_SERVICE_NOT_CONFIGURED', msg: 'Server is not configured to use push notification service.' };
    expect((await member.call(registerPushDevice, key)).body).toMatchObject(refused);
    expect((await member.call(addWebPushSubscription, browser)).body).toMatchObject(refused);
    expect((await member.call(removeWebPushSubscription, { endpoint: browser.endpoint })).body.msg).toBe('Token does not exist');
    expect(await member.ok(getServerSettings, {})).toMatchObject({ push_notifications_enabled: false });
    for (const actor of [world.as(world.bot), anybody]) {
      const status = actor === anybody ? 401 : 400;
      expect((await actor.call(registerPushDevice, key)).status).toBe(status);
      expect((await actor.call(addWebPushSubscription, browser)).status).toBe(status);
      expect((await actor.call(removeWebPushSubscription, browser)).status).toBe(status);
    }
  });
});

describe('client devices', () => {
  it('are registered and removed, with events to the own clients', async () => {
    const events = await receivedDuring('device', 2, async () => {
      const { device_id } = await member.ok(registerClientDevice, {});
      expect(await registered('device')).toHaveProperty(['devices', String(device_id), 'push_token_id'], null);
      expect((await colleague.call(removeClientDevice, { device_id })).body.msg).toBe('Device does not exist');
      await member.ok(removeClientDevice, { device_id });
    });
    expect(events).toMatchObject([{ op: 'add' }, { op: 'remove' }]);
    expect((await anybody.call(registerClientDevice, {})).status).toBe(401);
    expect((await anybody.call(removeClientDevice, { device_id: 1 })).status).toBe(401);
  });
});

describe('hints for new users', () => {
  it('are not shown again once they were seen', async () => {
    const onboarding_step = 'intro_recent_view_modal';
    await member.ok(markOnboardingStep, { onboarding_step });
    expect((await registered('onboarding_steps')).onboarding_steps).not.toContainEqual(expect.objectContaining({ name: onboarding_step }));
    const others: Readonly<Record<string, unknown>> = await colleague.ok(registerQueue, {
      event_types: [],
      fetch_event_types: ['onboarding_steps'],
    });
    expect(others.onboarding_steps).toContainEqual({ type: 'one_time_notice', name: onboarding_step });
    const refusal = await member.call(markOnboardingStep, { onboarding_step: 'dance' });
    expect([refusal.status, refusal.body.msg]).toEqual([400, 'Unknown onboarding_step: dance']);
    expect((await member.call(markOnboardingStep, {})).body.msg).toBe("Missing 'onboarding_step' argument");
    expect((await world.as(world.bot).call(markOnboardingStep, { onboarding_step })).body.msg).toBe(
      'This endpoint does not accept bot requests.',
    );
    expect((await anybody.call(markOnboardingStep, { onboarding_step })).status).toBe(401);
  });
});
