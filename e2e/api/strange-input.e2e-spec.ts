import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, ROLES } from '@parley/contracts';
import { updateUser } from '@parley/contracts/organization';
import { ENDPOINTS } from '@parley/contracts/registry';
import { isWhole } from '../abuse/attacks.js';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

/** No value that a client sends may cause a server error. */
const STRANGE: readonly string[] = [
  '',
  'null',
  '[]',
  '{}',
  '-1',
  '1.5',
  '2147483648',
  '99999999999999999999',
  'a\0b',
  '"\\u0000"',
  '["\\u0000"]',
  '"\\ud800"',
  '[null]',
  '[99999999999999]',
  '[[1]]',
  '[{"a":1}]',
  '{"new":99999999999,"old":1}',
  'x'.repeat(5_000),
  '['.repeat(20_000) + ']'.repeat(20_000),
  '[{"operator":"search","operand":"\\u0000"}]',
  '[{"id":1,"value":"\\u0000"}]',
];

/** Parameters of one endpoint that get all values in the short form. Each further one gets a third of them, and the next one another third. */
const MAX_WHOLE_PARAMETERS = 6;

function valuesFor(index: number): readonly string[] {
  return isWhole || index < MAX_WHOLE_PARAMETERS ? STRANGE : STRANGE.filter((_, n) => n % 3 === index % 3);
}

/** Plausible values of the other parameters, by name. All others are 1. */
const PLAUSIBLE: Readonly<Record<string, string>> = {
  op: 'add',
  flag: 'starred',
  anchor: 'newest',
  type: 'channel',
  topic: 'strange',
  content: 'strange',
  status: 'active',
  name: 'strange',
  description: '',
  subscriptions: '[{"name":"strange"}]',
  emoji_name: 'tada',
  members: '[]',
  messages: '[]',
  narrow: '[]',
  email: 'strange@example.com',
  full_name: 'Strange Person',
  short_name: 'strange',
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://a.example/{id}',
  fragment: 'strange',
  is_pinned: 'true',
};

/** Excluded, because they change the whole organization that other tests use. The last two end the caller. */
const LEFT_OUT =
  /organization|domain|linkifier|playground|profileField|realmEmoji|realmIcon|realmLogo|settingDefaults|defaultStream|deactivateMe|regenerateApiKey/i;

const world = new World();
let caller: Actor;
let channelId: number;
let userId: number;
beforeAll(async () => {
  const administrator = await world.newcomer('Strange Caller');
  userId = (await world.newcomer('Strange Target')).user_id;
  await world.as(world.owner).ok(updateUser, { user_id: String(administrator.user_id), role: ROLES.administrator });
  caller = world.as(administrator);
  channelId = (await world.channel([administrator])).id;
});
afterAll(() => closeConnections());

const tested = ENDPOINTS.filter(({ name, auth, heldByGateway }) => auth !== 'none' && heldByGateway !== true && !LEFT_OUT.test(name));

function request(endpoint: Endpoint, strange: string, value: string): { path: string; fields: Record<string, string> } {
  const plausible = (name: string) => {
    if (name === strange) return value;
    if (name === 'stream_id' || name === 'to') return String(channelId);
    if (name.endsWith('user_id')) return String(userId);
    return PLAUSIBLE[name] ?? '1';
  };
  const path = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_, name: string) => encodeURIComponent(plausible(name)));
  const inBody = Object.entries(endpoint.params).filter(
    ([name, { encoding, options }]) => encoding !== 'path' && (options.required || name === strange),
  );
  return { path, fields: Object.fromEntries(inBody.map(([name]) => [name, plausible(name)])) };
}

async function ask(endpoint: Endpoint, name: string, value: string): Promise<{ status: number; value: string }> {
  const { path, fields } = request(endpoint, name, value);
  const { status } = await caller.request(endpoint.method, `/api/v1${path}`, fields);
  return { status, value };
}

describe.each(tested.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  it('never answers with a server error', async () => {
    const faults: string[] = [];
    for (const [index, name] of Object.keys(endpoint.params).entries()) {
      const answers = await Promise.all(valuesFor(index).map((value) => ask(endpoint, name, value)));
      faults.push(...answers.filter(({ status }) => status >= 500).map(({ status, value }) => `${name}=${value.slice(0, 40)}: ${status}`));
    }
    expect(faults).toEqual([]);
  });
});
