import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDomain, createUser, deleteDomain, listDomains, updateDomain, updateOrganization } from '@parley/contracts/organization';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const add = (who: People['owner'], domain: string, allow_subdomains = 'false') =>
  configuration.call(createDomain, who, { domain, allow_subdomains });

describe('the domains of an organization', () => {
  it('can be added, changed and removed, and everyone receives the events', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, ['realm_domains'], async () => {
      await add(people.owner, ' B.Example ');
      await add(people.owner, 'a.example', 'true');
      await configuration.call(updateDomain, people.owner, { domain: 'b.example', allow_subdomains: 'true' });
      await configuration.call(updateDomain, people.owner, { domain: 'b.example', allow_subdomains: 'true' });
      await configuration.call(deleteDomain, people.owner, { domain: 'A.example' });
    });
    expect(received(people.guest)).toEqual([
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'b.example', allow_subdomains: false } },
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'a.example', allow_subdomains: true } },
      { type: 'realm_domains', op: 'change', realm_domain: { domain: 'b.example', allow_subdomains: true } },
      { type: 'realm_domains', op: 'remove', domain: 'a.example' },
    ]);
    expect(await configuration.call(listDomains, people.guest, {})).toEqual({ domains: [{ domain: 'b.example', allow_subdomains: true }] });
  });

  it('decide who may join if addresses are restricted, until the last domain is removed', async () => {
    const people = await configuration.people();
    await add(people.owner, 'in.example');
    await configuration.letCreateUsers(people.administrator);
    await configuration.call(updateOrganization, people.owner, { emails_restricted_to_domains: 'true' });
    const create = (email: string) => ({ email, full_name: 'New Person', password: 'correct horse battery' });
    expect(await configuration.refusal(createUser, people.administrator, create('a@out.example'))).toBe(
      "Email 'a@out.example' not allowed in this organization",
    );
    await configuration.call(createUser, people.administrator, create('a@in.example'));
    const received = await configuration.explained(people, ['realm', 'realm_domains'], () =>
      configuration.call(deleteDomain, people.owner, { domain: 'in.example' }),
    );
    expect(received(people.member)).toMatchObject([
      { op: 'remove' },
      { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
    ]);
    await configuration.call(createUser, people.administrator, create('a@out.example'));
  });

  it('are refused with the reason', async () => {
    const [home, away] = [await configuration.people(), await configuration.people()];
    await add(home.owner, 'a.example');
    await add(away.owner, 'away.example');
    const refusal = (domain: string) => configuration.refusal(createDomain, home.owner, { domain, allow_subdomains: 'false' });
    expect(await refusal('A.EXAMPLE')).toBe('The domain a.example is already a part of your organization.');
    expect(await refusal('nodot')).toBe('Invalid domain: Domain must have at least one dot (.)');
    expect(await refusal(' ')).toBe("Invalid domain: Domain can't be empty.");
    expect(await refusal('a\0.b')).toBe('domain has invalid format');
    for (const domain of ['away.example', 'nowhere.example']) {
      expect(await configuration.refusal(deleteDomain, home.owner, { domain })).toBe(`No entry found for domain ${domain}.`);
      expect(await configuration.refusal(updateDomain, home.owner, { domain, allow_subdomains: 'true' })).toBe(
        `No entry found for domain ${domain}.`,
      );
    }
    for (const who of [home.administrator, home.member, home.guest]) {
      const refusals = [
        await configuration.refusal(createDomain, who, { domain: 'b.example', allow_subdomains: 'false' }),
        await configuration.refusal(updateDomain, who, { domain: 'a.example', allow_subdomains: 'true' }),
        await configuration.refusal(deleteDomain, who, { domain: 'a.example' }),
      ];
      expect(new Set(refusals)).toEqual(new Set(['Must be an organization owner']));
    }
  });
});
