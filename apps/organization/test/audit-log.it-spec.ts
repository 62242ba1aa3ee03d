import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR_VISITOR, ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  type AuditEntry,
  createDomain,
  createUserGroup,
  deactivateAccount,
  deleteDomain,
  fetchApiKey,
  getAuditLog,
  readAuditLog,
  regenerateApiKey,
  rotateApiKey,
  setPassword,
  setRole,
  updateDomain,
  updateOrganization,
  updateUser,
  updateUserGroup,
  updateUserGroupMembers,
} from '@parley/contracts/organization';
import { baseConfig } from '@parley/runtime';
import { expectSoon, noticesStub } from '@parley/testing';
import { ForgetOldEntries } from '../src/audit/forget-old-entries.js';
import { ConfigurationSuite, type People } from './configuration-suite.js';
import type { MadeOrganization } from './organization-suite.js';
import { refusal } from './refusal.js';

let configuration: ConfigurationSuite;
let people: People;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
  await configuration.suite.stores.start('messaging', noticesStub(), baseConfig);
});
afterAll(() => configuration.close());
beforeEach(async () => {
  people = await configuration.people();
});

type Filter = Readonly<Record<string, unknown>>;
const log = async (filter: Filter = {}) => (await configuration.call(getAuditLog, people.owner, filter)).entries;
/** The entries that `work` makes, oldest first, without what differs from run to run. */
async function written(work: () => Promise<unknown>): Promise<Partial<AuditEntry>[]> {
  const [newest] = await log({ limit: 1 });
  await work();
  const entries = await log();
  const made = entries.filter(({ id }) => id > (newest?.id ?? 0)).reverse();
  for (const { request_id, timestamp } of made) {
    expect(request_id).toMatch(/^[\w-]+$/);
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(600);
  }
  return made.map(({ id: _, timestamp: _time, request_id: _request, address: _address, count: _count, ...entry }) => entry);
}
const by = (user: { id: number }) => ({ actor_type: 'user', actor_id: user.id });
const OPERATOR = { actor_type: 'operator', actor_id: null };

describe('the audit log of an organization', () => {
  it('has each changed setting with its old and new value, and nothing for a refused or empty change', async () => {
    const { owner, member } = people;
    const call = (fields: Filter) => configuration.call(updateOrganization, owner, fields);
    expect(await written(() => call({ message_content_edit_limit_seconds: '"unlimited"', description: 'Ours' }))).toEqual([
      {
        kind: 'organization.changed',
        subject: String(owner.organizationId),
        ...by(owner),
        changes: {
          description: { old: '', new: 'Ours' },
          message_content_edit_limit_seconds: { new: null },
        },
      },
    ]);
    expect(await written(() => call({ description: 'Ours' }))).toEqual([]);
    expect(await written(() => configuration.refusal(updateOrganization, member, { description: 'Mine' }))).toEqual([]);
  });

  it('has who a permission was given to, also if it is set to a list', async () => {
    const { owner, member } = people;
    const allow = (value: unknown) => configuration.call(updateOrganization, owner, { can_create_groups: JSON.stringify({ new: value }) });
    const [first] = await written(() => allow({ direct_members: [member.id], direct_subgroups: [] }));
    expect(first).toMatchObject({
      kind: 'organization.changed',
      ...by(owner),
      changes: { can_create_groups: {} },
    });
    const [second] = await written(() => allow({ direct_members: [owner.id, member.id], direct_subgroups: [] }));
    expect(second).toMatchObject({
      changes: {
        can_create_groups: {
          old: { direct_members: [member.id], direct_subgroups: [] },
          new: { direct_members: [owner.id, member.id].sort((a, b) => a - b), direct_subgroups: [] },
        },
      },
    });
  });

  it('has roles, names and deactivations of people, without their addresses', async () => {
    const { owner, member } = people;
    const subject = String(member.id);
    expect(
      await written(() => configuration.call(updateUser, owner, { user_id: member.id, role: '200', full_name: 'Mara' })),
    ).toContainEqual({
      kind: 'user.changed',
      subject,
      ...by(owner),
      changes: expect.objectContaining({ role: { old: 400, new: 200 } }),
    });
    const operated = await written(async () => {
      const account = { organizationId: owner.organizationId, userId: member.id };
      await configuration.suite.stores.rpc.call(setRole, { ...account, role: ROLES.guest }, OPERATOR_VISITOR);
      await configuration.suite.stores.rpc.call(deactivateAccount, account, OPERATOR_VISITOR);
    });
    expect(operated).toEqual([
      { kind: 'user.changed', subject, ...OPERATOR, changes: { role: { old: 200, new: 600 } } },
      { kind: 'user.changed', subject, ...OPERATOR, changes: { is_active: { old: true, new: false } } },
    ]);
  });

  it('has groups, their settings and members', async () => {
    const { owner, member, guest } = people;
    const made = await written(() =>
      configuration.call(createUserGroup, owner, { name: 'cooks', description: 'They cook', members: JSON.stringify([owner.id]) }),
    );
    const [created, added] = [made.find(({ kind }) => kind === 'group.created'), made.find(({ kind }) => kind === 'group_members.added')];
    expect(created?.changes).toMatchObject({ name: { new: 'cooks' }, description: { new: 'They cook' } });
    expect(added).toEqual({
      kind: 'group_members.added',
      subject: created?.subject,
      ...by(owner),
      changes: { members: { count: 1, added: [owner.id] } },
    });
    const user_group_id = String(created?.subject);
    const members = { add: JSON.stringify([member.id, guest.id]), delete: JSON.stringify([owner.id]) };
    expect(
      (await written(() => configuration.call(updateUserGroupMembers, owner, { user_group_id, ...members }))).map(({ kind, changes }) => [
        kind,
        changes,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['group_members.added', { members: { count: 2, added: [member.id, guest.id] } }],
        ['group_members.removed', { members: { count: 1, removed: [owner.id] } }],
      ]),
    );
    const can_join_group = JSON.stringify({ new: { direct_members: [guest.id], direct_subgroups: [] } });
    expect(await written(() => configuration.call(updateUserGroup, owner, { user_group_id, can_join_group }))).toMatchObject([
      { kind: 'group.changed', changes: { can_join_group: { new: { direct_members: [guest.id], direct_subgroups: [] } } } },
    ]);
  });

  it('has domains', async () => {
    const { owner } = people;
    const domain = 'a.example';
    const made = await written(async () => {
      await configuration.call(createDomain, owner, { domain, allow_subdomains: 'false' });
      await configuration.call(updateDomain, owner, { domain, allow_subdomains: 'true' });
      await configuration.call(deleteDomain, owner, { domain });
    });
    expect(made.map(({ kind, subject, changes }) => [kind, subject, changes?.allow_subdomains])).toEqual([
      ['domain.created', domain, { new: false }],
      ['domain.changed', domain, { old: false, new: true }],
      ['domain.removed', domain, { old: true }],
    ]);
  });

  it('has new keys and passwords, and never the secret itself', async () => {
    const organization = await configuration.suite.organization();
    const owner = await configuration.suite.account(organization, { role: ROLES.owner });
    const rpc = configuration.suite.stores.rpc;
    const account = { organizationId: organization.id, userId: owner.userId };
    const { apiKey } = await rpc.call(rotateApiKey, account, OPERATOR_VISITOR);
    const { api_key } = await rpc.call(regenerateApiKey, {}, owner.caller);
    await rpc.call(setPassword, { ...account, password: 'a new and long password' }, OPERATOR_VISITOR);
    const { entries } = await configuration.suite.stores.call(getAuditLog, owner.caller, {});
    const told = entries.map(({ kind, subject, actor_type }) => [kind, subject, actor_type]);
    const subject = String(owner.userId);
    expect(told.slice(0, 3)).toEqual([
      ['password.changed', subject, 'operator'],
      ['api_key.changed', subject, 'user'],
      ['api_key.changed', subject, 'operator'],
    ]);
    const stored = JSON.stringify(
      await configuration.database.client.auditLog.findMany({ where: { organizationId: organization.id } }),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const secret of [apiKey, api_key, owner.apiKey, owner.password ?? '-', 'a new and long password', owner.deliveryEmail, 'argon2'])
      expect(stored).not.toContain(secret);
  });

  it('rolls back with the change', async () => {
    const { owner } = people;
    const before = await log();
    await expect(
      configuration.database.transaction(async (tx) => {
        await tx.organization.update({ where: { id: owner.organizationId }, data: { description: 'never' } });
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(await log()).toEqual(before);
  });
});

describe('the audit log of logins', () => {
  let organization: MadeOrganization;
  beforeEach(async () => {
    organization = await configuration.suite.organization();
  });
  const logIn = (username: string, password: string, address = '192.0.2.7') =>
    configuration.suite.stores.rpc.call(fetchApiKey, { username, password }, { host: organization.host, clientName: 'tests', address });
  const logins = async () => {
    const { entries } = await configuration.suite.stores.rpc.call(
      readAuditLog,
      { organizationId: organization.id, kind: 'login', limit: 1_000 },
      SYSTEM_VISITOR,
    );
    return entries.map(({ kind, subject, actor_id, address, count }) => ({ kind, subject, actor_id, address, count }));
  };

  it('has successful and failed ones with the address, counted for each minute', async () => {
    const person = await configuration.suite.account(organization);
    const subject = String(person.userId);
    await logIn(person.deliveryEmail, person.password ?? '');
    for (let attempt = 0; attempt < 3; attempt += 1) await refusal(logIn(person.deliveryEmail, 'wrong', '192.0.2.8'));
    await refusal(logIn('nobody@example.com', 'wrong', '192.0.2.9'));
    // The minute can change meanwhile.
    const summed = async () => {
      const sums = new Map<string, number>();
      for (const { kind, subject: whose, actor_id, address, count } of await logins()) {
        const key = [kind, whose, actor_id, address].join(' ');
        sums.set(key, (sums.get(key) ?? 0) + count);
      }
      return [...sums].sort();
    };
    await expectSoon(summed, [
      ['login.failed   192.0.2.9', 1],
      [`login.failed ${subject}  192.0.2.8`, 3],
      [`login.succeeded ${subject} ${subject} 192.0.2.7`, 1],
    ]);
  });

  it('is bounded: a flood from many addresses is counted in few rows', async () => {
    // More than two minutes can hold, because a new minute may begin meanwhile.
    const attempts = 240;
    await Promise.all(Array.from({ length: attempts }, (_, index) => refusal(logIn('nobody@example.com', 'wrong', `198.51.100.${index}`))));
    const counted = async () => (await logins()).reduce((sum, { count }) => sum + count, 0);
    await expectSoon(counted, attempts);
    // A hundred rows of each minute, and what is counted at the same moment as the last of them.
    expect((await logins()).length).toBeLessThan(attempts);
    expect((await logins()).some(({ address, count }) => address === null && count > 1)).toBe(true);
  });
});

describe('reading the audit log', () => {
  it('is paged, newest first', async () => {
    const { owner } = people;
    for (const description of ['a', 'b', 'c']) await configuration.call(updateOrganization, owner, { description });
    const first = await configuration.call(getAuditLog, owner, { limit: 2, kind: 'organization' });
    expect(first.entries.map(({ changes }) => changes.description?.new)).toEqual(['c', 'b']);
    expect(first.has_more).toBe(true);
    const second = await configuration.call(getAuditLog, owner, { before: first.entries[1]?.id, kind: 'organization.changed' });
    expect(second).toMatchObject({ entries: [{ changes: { description: { new: 'a' } } }], has_more: false });
  });

  it('can be narrowed to an actor, a kind and a time', async () => {
    const { owner, administrator, member } = people;
    await configuration.call(updateOrganization, owner, { description: 'by the owner' });
    await configuration.call(updateUser, administrator, { user_id: member.id, full_name: 'Named by an administrator' });
    expect((await log({ actor_id: administrator.id })).map(({ kind }) => kind)).toEqual(['user.changed']);
    expect((await log({ kind: 'user', actor_id: owner.id })).length).toBe(0);
    expect((await log({ kind: 'use' })).length).toBe(0);
    expect((await log({ since: 2 ** 39 })).length).toBe(0);
    expect((await log({ since: 0, actor_id: owner.id })).length).toBe(1);
  });

  it('is for owners only, of their own organization', async () => {
    const other = await configuration.people();
    await configuration.call(updateOrganization, people.owner, { description: 'ours' });
    expect((await configuration.call(getAuditLog, other.owner, {})).entries.filter(({ kind }) => kind === 'organization.changed')).toEqual(
      [],
    );
    for (const who of [people.administrator, people.member, people.guest])
      expect(await configuration.refusal(getAuditLog, who, {})).toBe('Must be an organization owner');
  });

  it('refuses bad parameters', async () => {
    for (const bad of [{ limit: '0' }, { limit: '1001' }, { before: 'x' }, { since: '-1' }, { actor_id: '0' }, { kind: '' }])
      expect(await configuration.refusal(getAuditLog, people.owner, bad)).toMatch(/limit|before|since|actor_id|kind/);
  });

  it('by the operator covers one organization or all', async () => {
    const other = await configuration.people();
    await configuration.call(updateOrganization, people.owner, { description: 'one' });
    await configuration.call(updateOrganization, other.owner, { description: 'two' });
    const read = async (organizationId: number | null) => {
      const input = { organizationId, kind: 'organization.changed', limit: 2 };
      return (await configuration.suite.stores.rpc.call(readAuditLog, input, OPERATOR_VISITOR)).entries.map(
        (entry) => entry.organizationId,
      );
    };
    expect(await read(people.organization.id)).toEqual([people.organization.id]);
    expect(await read(null)).toEqual([other.organization.id, people.organization.id]);
  });
});

describe('retention', () => {
  it('deletes what is older than AUDIT_LOG_DAYS, in portions, and nothing else', async () => {
    const { database } = configuration;
    const { owner } = people;
    for (const description of ['a', 'b', 'c', 'd']) await configuration.call(updateOrganization, owner, { description });
    const [, ...older] = await log({ kind: 'organization.changed' });
    const ids = older.map(({ id }) => BigInt(id));
    await database.client.auditLog.updateMany({
      where: { organizationId: owner.organizationId, id: { in: ids } },
      data: { at: new Date(Date.now() - 366 * 24 * 3600 * 1000) },
    });
    await configuration.suite.get(ForgetOldEntries).execute(2);
    expect((await log({ kind: 'organization.changed' })).map(({ changes }) => changes.description?.new)).toEqual(['d']);
  });
});
