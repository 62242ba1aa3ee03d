import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OrganizationSuite } from './organization-suite.js';
import { Directory, outcome } from './scim-suite.js';

const PEOPLE = 10_000;

let suite: OrganizationSuite;
let directory: Directory;
let large: Directory;
let ids: { ada: string; bob: string; eve: string };
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  [directory, large] = [await Directory.of(suite), await Directory.of(suite)];
  const made = async (userName: string, values: object) => (await directory.person({ userName, ...values })).id;
  ids = {
    ada: await made('ada@example.com', { displayName: 'Ada Byron', externalId: 'X1', name: { familyName: 'Byron' } }),
    bob: await made('bob@example.com', { displayName: 'Bob 100% _like_', externalId: 'x1', roles: ['guest'] }),
    eve: await made('eve@other.example', { displayName: 'Eve', active: false }),
  };
  await suite.stores.database.client.$executeRaw`
    INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
    SELECT ${large.home.id}, 'n' || n || '@large.example', 'n' || n || '@large.example', 'Person ' || n, 400 FROM generate_series(1, ${PEOPLE}) AS n`;
}, 120_000);
afterAll(() => suite.close());

describe('a filter', () => {
  it.each([
    ['userName eq "ADA@example.com"', ['ada']],
    ['USERNAME Eq "ada@example.com"', ['ada']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com"', ['ada']],
    ['externalId eq "X1"', ['ada']],
    ['externalId eq "x1"', ['bob']],
    ['externalId pr', ['ada', 'bob']],
    ['not (externalId pr) and displayName eq "eve"', ['eve']],
    ['userName sw "bo" or userName ew "@OTHER.example"', ['bob', 'eve']],
    ['not (userName sw "bo" or userName ew "@other.example") and userName co "example"', ['ada']],
    ['displayName co "100%"', ['bob']],
    ['displayName co "_like_"', ['bob']],
    ['displayName co "a%b"', []],
    ['displayName co "^(a+)+$"', []],
    ['active eq false', ['eve']],
    ['active eq "False"', ['eve']],
    ['emails[type eq "work"].value eq "ada@example.com"', ['ada']],
    ['emails.value eq "ada@example.com" and active eq true', ['ada']],
    ['emails[type eq "work" and value co "bob"]', ['bob']],
    ['roles eq "guest"', ['bob']],
    ['roles.value ne "guest" and externalId eq "X1"', ['ada']],
    ['name.familyName eq "byron"', ['ada']],
    ['name.familyName gt "a" and name.familyName lt "c"', ['ada']],
    ['userName gt "bz" and userName le "eve@other.example"', ['eve']],
    ['meta.created gt "2001-01-01T00:00:00Z" and externalId pr', ['ada', 'bob']],
    ['meta.created lt "2001-01-01T00:00:00Z"', []],
    ['id eq "999999999"', []],
    ['userName eq "x\\" OR true --"', []],
    ['userName eq "\'; DROP TABLE scim_user; --"', []],
  ] as const)('%s finds the right people', async (filter, expected) => {
    const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const found = await directory.found('/Users', filter);
    expect(
      found
        .filter((id) => named.has(id))
        .map((id) => named.get(id))
        .sort(),
    ).toEqual([...expected]);
    // Of all other people only the owner has what these filters ask for.
    expect(found.filter((id) => !named.has(id) && id !== String(directory.owner.userId))).toEqual([]);
  });

  it('of groups finds them by name, id of the directory and member', async () => {
    const id = await directory.group({ displayName: 'Analysts', externalId: 'G1', members: [{ value: ids.ada }] });
    for (const filter of [
      'displayName eq "ANALYSTS"',
      'externalId eq "G1"',
      `id eq "${id}" and members eq "${ids.ada}"`,
      `members[value eq "${ids.ada}"]`,
      `members.value eq "${ids.ada}" and not (displayName sw "B")`,
    ])
      expect([filter, await directory.found('/Groups', filter)]).toEqual([filter, [id]]);
    for (const filter of [`id eq "${id}" and members eq "${ids.bob}"`, 'externalId eq "g1"', 'members eq "x"'])
      expect([filter, await directory.found('/Groups', filter)]).toEqual([filter, []]);
  });

  it.each([
    ['an attribute that cannot be compared', 'title eq "x"'],
    ['the password', 'password sw "a"'],
    ['an operator that does not exist', 'userName like "x"'],
    ['half a filter', 'userName eq'],
    ['no filter', '   '],
    ['an open bracket', '(userName eq "x"'],
    ['a boolean like a text', 'active co "t"'],
    ['a time that is none', 'meta.created gt "yesterday"'],
    ['a null byte', 'userName eq "a\0b"'],
    ['a depth of 500', `${'('.repeat(500)}userName pr${')'.repeat(500)} and x`],
    ['100 comparisons', Array.from({ length: 100 }, () => 'userName pr').join(' or ')],
    ['a hundred nots', `${'not ('.repeat(100)}userName pr${')'.repeat(100)}`],
    ['10,000 characters', `userName eq "${'a'.repeat(10_000)}"`],
  ])('with %s is refused by name', async (_, filter) => {
    expect(outcome(await directory.get('/Users', { filter }))).toBe('400 invalidFilter');
  });
});

describe('10,000 people', () => {
  it('are listed in pages, each of them once, with statements that do not grow', async () => {
    const seen = new Set<string>();
    const pages = Math.ceil((PEOPLE + 1) / 200);
    for (let page = 0; page < pages; page += 1) {
      const list = await large.listed('/Users', { startIndex: String(1 + page * 200), count: '1000', attributes: 'userName' });
      expect(list).toMatchObject({ totalResults: PEOPLE + 1, startIndex: 1 + page * 200 });
      expect(list.Resources.length).toBeLessThanOrEqual(200);
      for (const { id } of list.Resources) seen.add(id);
    }
    expect(seen.size).toBe(PEOPLE + 1);
  }, 120_000);

  it('are found one by one by an index', async () => {
    expect(await large.listed('/Users', { filter: 'userName eq "N7777@large.example"' })).toMatchObject({
      totalResults: 1,
      Resources: [{ userName: 'n7777@large.example' }],
    });
  });

  it('are members of one group, whose change names only those who change', async () => {
    const people = await suite.stores.database.client.userAccount.findMany({
      where: { organizationId: large.home.id, isBot: false },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const members = people.map(({ id }) => ({ value: String(id) }));
    const id = await large.group({ members: members.slice(1) });
    const changed = await large.ask(
      'PATCH',
      `/Groups/${id}`,
      { Operations: [{ op: 'add', path: 'members', value: members.slice(0, 1) }] },
      { excludedAttributes: 'members' },
    );
    expect(changed.status).toBe(200);
    expect((await large.get(`/Groups/${id}`)).body).toMatchObject({ members: { length: PEOPLE + 1 } });
    // A second group as large does not fit into the same page.
    await large.group({ members });
    expect(await large.listed('/Groups')).toMatchObject({ totalResults: 2, itemsPerPage: 1 });
    expect(await large.listed('/Groups', { excludedAttributes: 'members' })).toMatchObject({ totalResults: 2, itemsPerPage: 2 });
  }, 120_000);
});

describe('a list', () => {
  it('of attributes that is too long is refused before anything is made', async () => {
    const attributes = Array.from({ length: 101 }, (_, n) => `a${n}`).join(',');
    const userName = 'never-made@example.com';
    expect(outcome(await directory.ask('POST', '/Users', { userName }, { attributes }))).toBe('413 tooMany');
    expect(await directory.found('/Users', `userName eq "${userName}"`)).toEqual([]);
  });

  it('takes any start and count, and no more than there is', async () => {
    const { totalResults } = await directory.listed('/Users');
    const page = async (query: Record<string, string>) => (await directory.listed('/Users', query)).itemsPerPage;
    expect(await page({ startIndex: '-5', count: '1' })).toBe(1);
    expect(await page({ startIndex: '0', count: '-1' })).toBe(0);
    expect(await page({ startIndex: String(totalResults + 1) })).toBe(0);
    expect(await page({ startIndex: '999999999999' })).toBe(0);
    expect(outcome(await directory.get('/Users', { count: 'many' }))).toBe('400 invalidValue');
  });

  it('is answered for a search too, which is not for all types at once', async () => {
    const search = await directory.ask('POST', '/Users/.search', { filter: 'externalId eq "X1"', attributes: ['userName'], count: 1 });
    expect(search).toMatchObject({ status: 200, body: { totalResults: 1, Resources: [{ id: ids.ada, userName: 'ada@example.com' }] } });
    expect(outcome(await directory.ask('POST', '/.search', {}))).toBe('501');
    expect(outcome(await directory.ask('POST', '/Bulk', {}))).toBe('501');
    expect(outcome(await directory.get('/Me'))).toBe('501');
    expect(outcome(await directory.get('/Users/.search'))).toBe('405');
    expect(outcome(await directory.ask('DELETE', '/Users'))).toBe('405');
    for (const path of ['', '/', '/Nothing', '/Users/1/2', '/Users/'])
      expect([path, outcome(await directory.get(path))]).toEqual([path, '404']);
  });
});
