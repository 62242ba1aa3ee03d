import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  deactivateOrganization,
  deactivateUser,
  endOtherSessions,
  listSessions,
  reactivateOrganization,
  setPassword,
  startSession,
  updateSession,
  verifySessions,
} from '@parley/contracts/organization';
import { Prisma } from '@parley/persistence';
import { ForgetExpiredSessions } from '../src/sessions/forget-expired-sessions.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let organization: MadeOrganization;
beforeAll(async () => {
  suite = await OrganizationSuite.open({ SESSION_IDLE_HOURS: '24', SESSION_HOURS: '100' });
  organization = await suite.organization();
});
afterAll(() => suite.close());

const start = ({ deliveryEmail, password }: MadeAccount, { host } = organization) =>
  suite.stores.rpc.call(
    startSession,
    {
      username: deliveryEmail,
      password: password ?? '',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    },
    { host, clientName: 'tests' },
  );

async function stateOf(token: string, { host } = organization): Promise<string> {
  const { answers } = await suite.stores.rpc.call(verifySessions, { sessions: [{ host, token }] }, SYSTEM_VISITOR);
  return answers.map((answer) => ('identity' in answer ? `user ${answer.identity.userId}` : answer.refusal.code)).join();
}

/** Moves the times of all sessions of the person into the past. */
const age = (person: MadeAccount, { created = 0, used = 0 }: { created?: number; used?: number }) =>
  suite.stores.database.client.$executeRaw`
    UPDATE browser_session SET created_at = created_at - make_interval(hours => ${created}), last_used_at = last_used_at - make_interval(hours => ${used})
    WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`;

const countOf = async (person: MadeAccount, { id } = organization) =>
  suite.stores.database.client.browserSession.count({ where: { organizationId: id, userId: person.userId } });

describe('a browser session', () => {
  it('is stored by the digest of its token only', async () => {
    const person = await suite.account(organization);
    const { token, lastsSeconds, userId, email } = await start(person);
    expect([lastsSeconds, userId, email]).toEqual([360_000, person.userId, person.deliveryEmail]);
    const rows = await suite.stores.database.client.$queryRaw`
      SELECT row_to_json(b)::text AS row, encode(b.digest, 'escape') AS digest FROM browser_session b
      WHERE b.organization_id = ${organization.id} AND b.user_id = ${person.userId}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await stateOf(token)).toBe(`user ${person.userId}`);
  });

  it('ends without use, and after its whole time, but not while it is used', async () => {
    const [idle, old, used] = [await suite.account(organization), await suite.account(organization), await suite.account(organization)];
    const tokens = { idle: (await start(idle)).token, old: (await start(old)).token, used: (await start(used)).token };
    await age(idle, { created: 25, used: 25 });
    await age(old, { created: 101 });
    for (let day = 1; day <= 4; day += 1) {
      await age(used, { created: 20, used: 20 });
      expect(await stateOf(tokens.used)).toBe(`user ${used.userId}`);
      await suite.stores.rpc.call(listSessions, {}, used.caller);
      // The use is recorded after the answer.
      await expectUsed(used);
    }
    expect([await stateOf(tokens.idle), await stateOf(tokens.old)]).toEqual(['SESSION_ENDED', 'SESSION_ENDED']);
    expect((await suite.stores.rpc.call(listSessions, {}, idle.caller)).sessions).toEqual([]);
    await suite.get(ForgetExpiredSessions).execute(1);
    expect([await countOf(idle), await countOf(old), await countOf(used)]).toEqual([0, 0, 1]);
  });

  it('is one of 50 at most: the one used longest ago ends', async () => {
    const person = await suite.account(organization);
    const { token: first } = await start(person);
    await age(person, { used: 2 });
    const { token: second } = await start(person);
    await suite.stores.database.client.$executeRaw`
      INSERT INTO browser_session (organization_id, user_id, digest, browser)
      SELECT ${organization.id}, ${person.userId}, sha256(gen_random_uuid()::text::bytea), 'Firefox' FROM generate_series(1, 48)`;
    let last = '';
    const announced = await suite.announced(async () => {
      last = (await start(person)).token;
    });
    expect(announced).toEqual([person.userId]);
    expect([await stateOf(first), await stateOf(second), await stateOf(last)]).toEqual([
      'SESSION_ENDED',
      `user ${person.userId}`,
      `user ${person.userId}`,
    ]);
    expect(await suite.stores.rpc.call(endOtherSessions, {}, person.caller)).toEqual({ ended: 50 });
  });

  it('has a name that its person gives it, and that no other person changes', async () => {
    const person = await suite.account(organization);
    await start(person);
    const { sessions } = await suite.stores.rpc.call(listSessions, {}, person.caller);
    const [{ id: session_id, name }] = sessions as [(typeof sessions)[number]];
    expect(name).toBeNull();
    const rename = (who: MadeAccount, given: string, id = session_id) =>
      suite.stores.rpc.call(updateSession, { session_id: id, name: given }, who.caller).then(
        () => 'success',
        (error: Error) => error.message,
      );
    const named = async () => (await suite.stores.rpc.call(listSessions, {}, person.caller)).sessions.map((each) => each.name);
    expect(await rename(person, '  Réception 🛎️ ')).toBe('success');
    expect(await named()).toEqual(['Réception 🛎️']);
    const [colleague, stranger] = [await suite.account(organization), await suite.account(await suite.organization())];
    for (const who of [colleague, stranger]) expect(await rename(who, 'mine')).toMatch(/No such session/);
    for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000']) expect(await rename(person, 'x', id)).toMatch(/No such session/);
    expect(await named()).toEqual(['Réception 🛎️']);
    expect(await rename(person, ' ')).toBe('success');
    expect(await named()).toEqual([null]);
  });

  it('is not of another organization', async () => {
    const other = await suite.organization();
    const { token } = await start(await suite.account(organization));
    expect([await stateOf(token, other), await stateOf(token, { ...other, host: 'unknown.example.com' })]).toEqual([
      'SESSION_ENDED',
      'NONEXISTENT_SUBDOMAIN',
    ]);
  });

  it('ends with a new password of an operator, and gateways are told', async () => {
    const person = await suite.account(organization);
    const { token } = await start(person);
    const change = { organizationId: organization.id, userId: person.userId, password: 'a much better password' };
    expect(await suite.announced(() => suite.stores.rpc.call(setPassword, change, SYSTEM_VISITOR))).toEqual([person.userId]);
    expect(await stateOf(token)).toBe('SESSION_ENDED');
  });

  it('does not begin with a password that is being changed', async () => {
    const person = await suite.account(organization);
    const { client } = suite.stores.database;
    const [started] = await client
      .$transaction(
        async (tx) => {
          await tx.$executeRaw`
        UPDATE user_password SET hash = 'another' WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`;
          const attempt = start(person).then(
            () => 'started',
            (error: { code?: string }) => error.code,
          );
          await waitForLock();
          return [attempt] as const;
        },
        { timeout: 20_000 },
      )
      .then(([attempt]) => Promise.all([attempt]));
    expect([started, await countOf(person)]).toEqual(['AUTHENTICATION_FAILED', 0]);
  });

  it('does not begin in an organization that is being deactivated', async () => {
    const own = await suite.organization();
    const person = await suite.account(own);
    const attempt = await suite.stores.database.client.$transaction(
      async (tx) => {
        await tx.$executeRaw`UPDATE organization SET deactivated_at = now() WHERE id = ${own.id}`;
        const started = start(person, own).then(
          () => 'started',
          (error: { code?: string }) => error.code,
        );
        await waitForLock();
        return { started };
      },
      { timeout: 20_000 },
    );
    expect([await attempt.started, await countOf(person, own)]).toEqual(['AUTHENTICATION_FAILED', 0]);
  });

  it('ends when the person or the organization is deactivated, and does not come back', async () => {
    const own = await suite.organization();
    const { owner, member } = await suite.people(own);
    const tokens = [(await start(owner, own)).token, (await start(member, own)).token];
    await suite.stores.rpc.call(deactivateUser, { user_id: member.userId }, owner.caller);
    expect(await stateOf(tokens[1] ?? '', own)).toBe('SESSION_ENDED');
    await suite.stores.rpc.call(deactivateOrganization, { organizationId: own.id }, SYSTEM_VISITOR);
    await suite.stores.rpc.call(reactivateOrganization, { organizationId: own.id }, SYSTEM_VISITOR);
    expect(await stateOf(tokens[0] ?? '', own)).toBe('SESSION_ENDED');
  });
});

/** Until the session that begins waits for the change of the password. */
async function waitForLock(): Promise<void> {
  const waiting = Prisma.sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO browser_session%'`;
  await untilSoon(async () => (await suite.stores.database.client.$queryRaw<unknown[]>(waiting)).length > 0);
}

async function expectUsed(person: MadeAccount): Promise<void> {
  await untilSoon(async () => {
    const [session] = (await suite.stores.rpc.call(listSessions, {}, person.caller)).sessions;
    return session !== undefined && session.last_used_at > Date.now() / 1000 - 3_600;
  });
}

async function untilSoon(isMet: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isMet())) if (Date.now() > deadline) throw new Error('the condition was not met in time');
}
