import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createProvisioningToken, getMe, getUser, listProvisioningTokens, revokeProvisioningToken } from '@parley/contracts/organization';
import { z } from 'zod';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const SCIM_JSON = 'application/scim+json; charset=utf-8';
const resource = z.looseObject({ id: z.string() });

let token: string;
beforeAll(async () => {
  ({ token } = await world.as(world.owner).ok(createProvisioningToken, { name: world.fresh('directory') }));
});
afterAll(() => closeConnections());

interface Sent {
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

async function ask(method: string, path: string, { body, text, headers = {} }: Sent = {}) {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await http({
    method,
    url: `${world.baseUrl}/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(content === undefined ? {} : { 'content-type': 'application/scim+json', 'content-length': String(Buffer.byteLength(content)) }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('a directory', () => {
  it('creates, changes and removes a person over HTTP, as the people of the organization see it', async () => {
    const userName = `${world.fresh('scim').replaceAll(' ', '-')}@demo.example`;
    const made = await ask('POST', '/Users', {
      body: { userName, displayName: 'Provisioned', emails: [{ value: userName, primary: true }] },
    });
    expect([made.status, made.headers['content-type']]).toEqual([201, SCIM_JSON]);
    const { id } = resource.parse(made.body);
    expect(made.headers.location).toBe(made.body.meta.location);
    expect(made.headers.location).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
    const shown = async () => (await world.as(world.member).ok(getUser, { user_id: id })).user;
    expect(await shown()).toMatchObject({ full_name: 'Provisioned', is_active: true });
    const found = await ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&attributes=userName`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, userName }] });
    const patch = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    expect((await ask('PATCH', `/Users/${id}`, { body: patch })).body).toMatchObject({ active: false });
    expect(await shown()).toMatchObject({ is_active: false });
    const removed = await ask('DELETE', `/Users/${id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await ask('GET', `/Users/${id}`)).status).toBe(404);
  });

  it('reads what the server can do', async () => {
    const { body } = await ask('GET', '/ServiceProviderConfig');
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true, maxResults: 200 } });
    expect((await ask('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
    expect((await ask('GET', '/Schemas')).body).toMatchObject({ totalResults: 2 });
    expect((await ask('POST', '/Schemas', { body: {} })).status).toBe(405);
  });

  it.each([
    ['no credentials', { authorization: '' }, 401],
    ['an API key', {}, 401],
    ['a token that was never made', { authorization: `Bearer parley_${'x'.repeat(40)}` }, 401],
    ['another scheme', { authorization: 'Digest abc' }, 401],
  ])('with %s is refused in the format of SCIM', async (name, given: Record<string, string>, status) => {
    const { owner } = world;
    const basic = `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`;
    const answer = await ask('GET', '/Users', { headers: name === 'an API key' ? { authorization: basic } : given });
    expect([answer.status, answer.headers['content-type'], answer.headers['www-authenticate']]).toEqual([
      status,
      SCIM_JSON,
      'Bearer realm="scim"',
    ]);
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: String(status), detail: expect.any(String) });
  });

  it.each([
    ['broken JSON', { text: '{"userName": ' }, 400, 'invalidSyntax'],
    ['a list as JSON', { text: '[]' }, 400, 'invalidSyntax'],
    ['JSON nested deeply', { text: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 400, 'invalidSyntax'],
    ['a form', { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, undefined],
    ['3 MB', { text: JSON.stringify({ userName: 'x'.repeat(3_000_000) }) }, 413, undefined],
  ])('that sends %s is answered in the format of SCIM', async (_, sent: Sent, status, scimType) => {
    const answer = await ask('POST', '/Users', sent);
    expect([answer.status, answer.headers['content-type'], answer.body.scimType]).toEqual([status, SCIM_JSON, scimType]);
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: String(status) });
  });

  it('has a token that opens nothing else, and ends with it', async () => {
    const owner = world.as(world.owner);
    const made = await owner.ok(createProvisioningToken, { name: world.fresh('short') });
    const authorization = `Bearer ${made.token}`;
    expect((await ask('GET', '/Users?count=1', { headers: { authorization } })).status).toBe(200);
    expect((await world.as({ email: world.owner.email, api_key: made.token }).call(getMe, {})).status).toBe(401);
    expect(
      (await ask('GET', '/Users?count=1', { headers: { authorization, host: new URL(`http://${hostOfStranger()}`).host } })).status,
    ).toBe(401);
    const used = await eventually(
      async () => (await owner.ok(listProvisioningTokens, {})).tokens.find(({ id }) => id === made.id),
      (each) => typeof each?.last_used_at === 'number',
    );
    expect(used).toMatchObject({ id: made.id, last_used_at: expect.any(Number) });
    await owner.ok(revokeProvisioningToken, { provisioning_token_id: made.id });
    const status = await eventually(
      async () => (await ask('GET', '/Users?count=1', { headers: { authorization } })).status,
      (said) => said !== 200,
    );
    expect(status).toBe(401);
  });
});

function hostOfStranger(): string {
  return world.demo.organizations.find(({ string_id }) => string_id === 'other')?.host ?? '';
}
