import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMe, requestPasswordReset, resetPassword } from '@parley/contracts/organization';
import { ENDPOINTS } from '@parley/contracts/registry';
import { Actor } from '../client/actor.js';
import { Browser } from '../client/browser.js';
import { type Demo, organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { ADDRESSES, ID_PARAMETERS, NO_IDS } from './isolation/id-parameters.js';
import { ABSENT, type Ids } from './isolation/ids.js';
import { makeForeignIds } from './isolation/make-foreign-ids.js';
import { probe } from './isolation/probe.js';

const demo: Demo = readDemo(process.env.PARLEY_DEMO_JSON);
const attacker = personOf(organizationOf(demo, 'demo'), 100);
const victim = personOf(organizationOf(demo, 'other'), 100);
const actor = new Actor(demo.base_url, attacker);
let foreign: Ids;

beforeAll(async () => {
  foreign = await makeForeignIds(new Actor(demo.base_url, victim), new Browser(demo.base_url, organizationOf(demo, 'other').host), victim);
});
afterAll(() => closeConnections());

const probed = ENDPOINTS.filter((endpoint) => endpoint.auth !== 'none');

describe('ids of another organization behave exactly like ids that do not exist', () => {
  const cases = probed.flatMap((endpoint) => [
    ...Object.keys(endpoint.params).flatMap((name) =>
      (ID_PARAMETERS[name] ?? []).map((build, form) => ({ endpoint, name, build, form, type: undefined })),
    ),
    ...Object.entries('to' in endpoint.params ? ADDRESSES : {}).flatMap(([type, builders]) =>
      builders.map((build, form) => ({ endpoint, name: 'to', build, form, type })),
    ),
  ]);

  it.each(
    cases.map((one) => ({ ...one, label: `${one.endpoint.method} ${one.endpoint.path} ${one.name} (${one.type ?? 'form'} ${one.form})` })),
  )('$label', async ({ endpoint, name, build, type }) => {
    const [theirs, nobodys] = await Promise.all(
      [foreign, ABSENT].map((ids) => probe({ actor, endpoint, name, value: build(ids), ids, type })),
    );
    expect(theirs).toEqual(nobodys);
  });
});

describe('the table of ids', () => {
  it('contains every parameter that can contain an id', () => {
    const unknown = probed.flatMap((endpoint) =>
      Object.entries(endpoint.params)
        .filter(
          ([name, param]) =>
            /(_id|_ids|_group)$|^(to|anchor|narrow|principals|messages|stream|members|subgroups|add|delete|order|drafts?)$|_subgroups$/.test(
              name,
            ) || param.encoding === 'path',
        )
        .map(([name]) => name)
        .filter((name) => !(name in ID_PARAMETERS) && name !== 'to' && !NO_IDS.has(name) && !name.endsWith('_group')),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('credentials', () => {
  it('of one organization are invalid at the host of another', async () => {
    const elsewhere = new Actor(demo.base_url, attacker, organizationOf(demo, 'other').host);
    const answer = await elsewhere.call(getMe, {});
    expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('a password reset', () => {
  it('does not work for an address of another organization, or with a link at the host of another', async () => {
    const [home, away] = [organizationOf(demo, 'demo').host, organizationOf(demo, 'other').host];
    const mailbox = new Mailbox();
    const email = victim.delivery_email;
    const before = (await mailbox.mailsTo(email)).length;
    for (const host of [home, away]) await new Actor(demo.base_url, undefined, host).ok(requestPasswordReset, { email });
    const { text } = await mailbox.mailTo(email, before);
    const [, host, key] = /https?:\/\/(\S+)\/accounts\/password\/reset\/(\S+)/.exec(text) ?? [];
    expect([host, (await mailbox.mailsTo(email)).length]).toEqual([away, before + 1]);
    const answer = await new Actor(demo.base_url, undefined, home).call(resetPassword, { key, new_password: 'a password of theirs' });
    expect([answer.status, answer.body.msg]).toEqual([400, 'This confirmation link is invalid or has expired.']);
  });
});
