import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { createDomain, deleteDomain, listDomains, updateDomain } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
const member = world.as(world.member);
afterAll(() => closeConnections());

const fresh = () => `${world.fresh('d').replaceAll(/\W/g, '')}.example`;

describe('domains', () => {
  it('can be added, changed and removed, with events to everyone', async () => {
    const domain = fresh();
    const queue = await member.ok(registerQueue, { event_types: ['realm_domains'], fetch_event_types: [] });
    await owner.ok(createDomain, { domain, allow_subdomains: false });
    expect((await member.ok(listDomains, {})).domains).toContainEqual({ domain, allow_subdomains: false });
    await owner.ok(updateDomain, { domain, allow_subdomains: true });
    await owner.ok(deleteDomain, { domain });
    expect((await member.ok(listDomains, {})).domains.map((one) => one.domain)).not.toContain(domain);
    const isMeant = (event: ClientEvent) => (event.domain ?? Reflect.get(event.realm_domain ?? {}, 'domain')) === domain;
    expect(await receiveEvents(member, queue, 3, isMeant)).toMatchObject([
      { op: 'add', realm_domain: { domain, allow_subdomains: false } },
      { op: 'change', realm_domain: { domain, allow_subdomains: true } },
      { op: 'remove', domain },
    ]);
  });

  it('can be changed by owners only, and are refused with the reason', async () => {
    const domain = fresh();
    await owner.ok(createDomain, { domain, allow_subdomains: false });
    const again = await owner.call(createDomain, { domain, allow_subdomains: false });
    expect([again.status, again.body.msg]).toEqual([400, `The domain ${domain} is already a part of your organization.`]);
    expect((await owner.call(createDomain, { domain: 'x', allow_subdomains: false })).body.msg).toMatch(/^Invalid domain: /);
    expect((await world.as(world.stranger).call(deleteDomain, { domain })).body.msg).toBe(`No entry found for domain ${domain}.`);
    for (const actor of [world.as(world.administrator), member]) {
      expect((await actor.call(deleteDomain, { domain })).body.msg).toBe('Must be an organization owner');
    }
    expect((await world.anybody().call(listDomains, {})).status).toBe(401);
    await owner.ok(deleteDomain, { domain });
  });
});
