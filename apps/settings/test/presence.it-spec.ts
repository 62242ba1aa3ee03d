import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { presenceChangedFanOut } from '@parley/client-events';
import { ApiError, type CallOf, decodeParams, type Endpoint, type OutputOf, type ParamShape, ROLES } from '@parley/contracts';
import { announceEphemeral, type RegisterOptions, registerParts } from '@parley/contracts/event-queue';
import { getPresence, listPresence, presenceChanged, reportPresence } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { baseConfig } from '@parley/runtime';
import {
  type ClientState,
  foldEvents,
  type OrganizationRow,
  queueView,
  Rows,
  statementsDuring,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { settingsConfig } from '../src/config.js';
import { SettingsServiceModule } from '../src/settings-service.module.js';

/** Replaces the event-queue service, and records announcements. */
const announced: CallOf<typeof announceEphemeral>['params'][] = [];

@Controller()
class Announcements {
  @Serves(announceEphemeral)
  announceEphemeral({ params }: CallOf<typeof announceEphemeral>) {
    announced.push(params);
    return Promise.resolve({ accepted: true });
  }
}

@Module({ controllers: [Announcements] })
class AnnouncementsModule {}

let suite: TestSuite;
let rows: Rows;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
let guest: UserRow;

beforeAll(async () => {
  suite = await TestSuite.open();
  rows = new Rows(suite.database);
  await suite.start('event-queue', AnnouncementsModule, baseConfig);
  await suite.start('settings', SettingsServiceModule, settingsConfig);
});
afterAll(() => suite.close());
beforeEach(async () => {
  organization = await rows.organization();
  ann = await rows.user(organization, { fullName: 'Ann' });
  bob = await rows.user(organization, { fullName: 'Bob' });
  guest = await rows.user(organization, { fullName: 'Gus', role: ROLES.guest });
});

function call<S extends ParamShape, R extends z.ZodRawShape>(
  endpoint: Endpoint<S, R, 'user'>,
  by: UserRow,
  fields: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, string>> = {},
): Promise<OutputOf<Endpoint<S, R, 'user'>>> {
  return suite.rpc.call(endpoint, decodeParams(endpoint.params, { fields, path }).params, by.caller);
}
const report = (by: UserRow, status: string, fields: Readonly<Record<string, unknown>> = {}) =>
  call(reportPresence, by, { status, ...fields });
const presenceOf = (by: UserRow, who: string | number) => call(getPresence, by, {}, { user_id_or_email: String(who) });
const now = () => Math.floor(Date.now() / 1000);
const recent = () => expect.closeTo(now(), -1);

/** Moves all reports of the user into the past. */
function age(user: UserRow, seconds: number) {
  return suite.database.client.$executeRaw`
    UPDATE user_presence SET active_at = active_at - make_interval(secs => ${seconds}), idle_at = idle_at - make_interval(secs => ${seconds})
    WHERE user_id = ${user.id}`;
}

async function msgOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ApiError) return error.msg;
    throw error;
  }
  throw new Error('the call was not refused');
}

/** The announcements of this test's organization, once there are this many. */
async function announcements(count: number) {
  const ours = () => announced.filter(({ organizationId }) => organizationId === organization.id);
  const deadline = Date.now() + 5_000;
  while (ours().length < count && Date.now() < deadline) await new Promise(setImmediate);
  return ours().map(({ payload }) => presenceChanged.payload.parse(payload));
}

function snapshot(by: UserRow, options: Partial<RegisterOptions> = {}): Promise<ClientState> {
  const all: RegisterOptions = {
    fetchEventTypes: ['presence'],
    clientGravatar: false,
    includeSubscribers: 'false',
    slimPresence: false,
    presenceHistoryLimitDays: 14,
    applyMarkdown: true,
    capabilities: {},
    ...options,
  };
  return suite.database.exportSnapshot(
    async ({ snapshotId }) => (await suite.rpc.call(registerParts.settings, { snapshotId, options: all }, by.caller)).fields,
    10_000,
  );
}

describe('a presence report', () => {
  it('returns all users, by email address in the older form', async () => {
    await report(ann, 'active');
    const { presences, presence_last_update_id } = await report(bob, 'idle');
    const entry = (status: string) => ({ client: 'website', status, timestamp: recent() });
    expect(presences).toEqual({
      [ann.email]: { aggregated: entry('active'), website: { ...entry('active'), pushable: false } },
      [bob.email]: { aggregated: entry('idle'), website: { ...entry('idle'), pushable: false } },
    });
    expect(presence_last_update_id).toBe(2);
  });

  it('returns users by id on request', async () => {
    await report(ann, 'active');
    const { presences } = await report(bob, 'idle', { slim_presence: true });
    expect(presences).toEqual({
      [ann.id]: { active_timestamp: recent(), idle_timestamp: recent() },
      [bob.id]: { active_timestamp: 0, idle_timestamp: recent() },
    });
  });

  it('returns the changes since the update that the client knows', async () => {
    await report(ann, 'active');
    const first = await report(bob, 'active', { last_update_id: -1 });
    expect(Object.keys(first.presences ?? {})).toEqual([String(ann.id), String(bob.id)]);
    const last_update_id = first.presence_last_update_id;
    expect((await report(bob, 'active', { last_update_id })).presences).toEqual({});
    await age(ann, 70);
    await report(ann, 'idle');
    const next = await report(bob, 'active', { last_update_id });
    expect(next.presences).toEqual({ [ann.id]: { active_timestamp: expect.any(Number), idle_timestamp: recent() } });
    expect(next.presence_last_update_id).toBe((last_update_id ?? 0) + 1);
  });

  it('with ping_only returns nothing, but counts', async () => {
    expect(await report(ann, 'active', { ping_only: true })).toEqual({});
    expect((await presenceOf(bob, ann.id)).presence.website.status).toBe('active');
  });

  it('omits users who were not online within the requested time', async () => {
    await report(ann, 'active');
    await age(ann, 3 * 24 * 3600);
    const seen = async (days?: number) =>
      Object.keys((await report(bob, 'active', { history_limit_days: days, slim_presence: true })).presences ?? {});
    expect(await seen()).toEqual([String(ann.id), String(bob.id)]);
    expect(await seen(2)).toEqual([String(bob.id)]);
    await age(ann, 12 * 24 * 3600);
    expect(await seen()).toEqual([String(bob.id)]);
  });

  it('writes nothing if it contains nothing new', async () => {
    await report(ann, 'active');
    const sent = await statementsDuring(() => report(ann, 'active', { ping_only: true }));
    expect(sent.filter((text) => /INSERT|UPDATE/.test(text))).toEqual([]);
  });

  it('of idleness does not change the last activity', async () => {
    await report(ann, 'active');
    await age(ann, 100);
    await report(ann, 'idle');
    const { presences } = await report(bob, 'idle', { slim_presence: true });
    expect(presences?.[ann.id]).toEqual({ active_timestamp: expect.closeTo(now() - 100, -1), idle_timestamp: recent() });
    expect((await presenceOf(bob, ann.id)).presence.website.status).toBe('idle');
  });

  it('with concurrent requests assigns a separate update id to each', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => rows.user(organization)));
    await Promise.all(people.map((user) => report(user, 'active', { ping_only: true })));
    const stored = await suite.database.client.userPresence.findMany({ where: { organizationId: organization.id } });
    expect(stored.map(({ updateId }) => Number(updateId)).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  });

  it('is refused with an unknown status', async () => {
    expect(await msgOf(report(ann, 'dancing'))).toBe('Invalid status: dancing');
  });
});

describe('presence is not shown', () => {
  it('of users who turned it off', async () => {
    await report(ann, 'active');
    await suite.database.client.userSettings.create({
      data: { userId: ann.id, organizationId: organization.id, values: { presence_enabled: false } },
    });
    await age(ann, 1_000);
    const before = await suite.database.client.userPresence.findFirstOrThrow({ where: { userId: ann.id } });
    const { presences } = await report(ann, 'active', { slim_presence: true });
    expect(presences).toEqual({});
    expect(await suite.database.client.userPresence.findFirst({ where: { userId: ann.id } })).toEqual(before);
    expect(await msgOf(presenceOf(bob, ann.id))).toBe(`No presence data for ${ann.id}`);
  });

  it('in an organization that disabled it', async () => {
    await report(ann, 'active');
    await suite.database.client.organization.update({ where: { id: organization.id }, data: { settings: { presence_disabled: true } } });
    expect((await report(bob, 'active')).presences).toEqual({});
    expect((await call(listPresence, bob, {})).presences).toEqual({});
    expect((await snapshot(bob)).presences).toEqual({});
    expect(await suite.database.client.userPresence.count({ where: { userId: bob.id } })).toBe(0);
  });

  it('to guests for users they may not see', async () => {
    await report(ann, 'active');
    await report(bob, 'active');
    const { id: members } = await suite.database.client.userGroup.findFirstOrThrow({
      where: { organizationId: organization.id, name: 'role:members' },
    });
    await suite.database.client.organization.update({
      where: { id: organization.id },
      data: { settings: { can_access_all_users_group: members } },
    });
    const channel = await rows.channel(organization);
    await rows.subscription(channel, [ann, guest]);
    expect(Object.keys((await call(listPresence, guest, {})).presences)).toEqual([ann.email]);
    expect(await msgOf(presenceOf(guest, bob.id))).toBe('No such user');
    expect(await msgOf(presenceOf(guest, bob.email))).toBe('No such user');
  });

  it('to another organization', async () => {
    await report(ann, 'active');
    const stranger = await rows.user(await rows.organization());
    expect((await call(listPresence, stranger, {})).presences).toEqual({});
    expect(await msgOf(presenceOf(stranger, ann.id))).toBe('No such user');
  });
});

describe('the presence of one user', () => {
  it('is found by id and by address, and becomes offline after a while', async () => {
    await report(ann, 'active');
    const active = { status: 'active', timestamp: recent() };
    for (const who of [ann.id, ann.email.toUpperCase()]) {
      expect(await presenceOf(bob, who)).toEqual({ presence: { aggregated: active, website: active } });
    }
    await age(ann, 150);
    expect((await presenceOf(bob, ann.id)).presence).toMatchObject({ aggregated: { status: 'offline' }, website: { status: 'active' } });
  });

  it('is refused for bots, for unknown users, and if there is none', async () => {
    const bot = await rows.user(organization, { isBot: true, botOwnerId: bob.id });
    expect(await msgOf(presenceOf(bob, bot.id))).toBe('Presence is not supported for bot users.');
    for (const unknown of ['1999999999', '99999999999999999999', 'nobody@absent.example', 'a\0b'])
      expect(await msgOf(presenceOf(bob, unknown))).toBe('No such user');
    expect(await msgOf(presenceOf(bob, ann.id))).toBe(`No presence data for ${ann.id}`);
  });
});

describe('a user who comes online', () => {
  it('is announced, and the event explains the state of other clients, in both forms', async () => {
    const forms = [{ capabilities: { simplified_presence_events: true } }, { capabilities: {} }];
    const before = await Promise.all(forms.map((form) => snapshot(bob, form)));
    await report(ann, 'active');
    const [payload] = await announcements(1);
    if (payload === undefined) throw new Error('not announced');
    for (const [index, form] of forms.entries()) {
      const queue = queueView(bob.id, form);
      const events = presenceChangedFanOut.parts(payload).flatMap((part) => (part.wants?.(queue) === false ? [] : [part.render(queue)]));
      expect(events).toHaveLength(1);
      expect(foldEvents(before[index] ?? {}, events, bob.id).presences).toEqual((await snapshot(bob, form)).presences);
    }
  });

  it('is not announced while they stay online, or when they are idle', async () => {
    await report(ann, 'active');
    await age(ann, 70);
    await report(ann, 'active');
    await report(bob, 'idle');
    await age(ann, 150);
    await report(ann, 'active');
    expect((await announcements(2)).map(({ userId }) => userId)).toEqual([ann.id, ann.id]);
  });

  it('is sent to everyone, including the user; to guests only if they may see everyone', () => {
    const person = { userId: ann.id, email: ann.email, activeAt: 1, idleAt: 1, serverTimestamp: 2 };
    const [modern, legacy] = presenceChangedFanOut.parts({ ...person, guestsSeeEverybody: true });
    for (const part of [modern, legacy]) expect(part?.audience).toEqual({ roles: expect.arrayContaining([ROLES.guest, ann.role]) });
    for (const part of presenceChangedFanOut.parts({ ...person, guestsSeeEverybody: false }))
      expect(part.audience.roles).not.toContain(ROLES.guest);
  });
});
