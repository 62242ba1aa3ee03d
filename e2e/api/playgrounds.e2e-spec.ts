import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { createPlayground, deletePlayground } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const administrator = world.as(world.administrator);
const member = world.as(world.member);
afterAll(() => closeConnections());

const definition = () => ({
  name: world.fresh('playground'),
  pygments_language: 'Python',
  url_template: 'https://python.example.com?code={code}',
});

async function listed(): Promise<unknown> {
  const state: Readonly<Record<string, unknown>> = await member.ok(registerQueue, {
    fetch_event_types: ['realm_playgrounds'],
    event_types: [],
  });
  return state.realm_playgrounds;
}

describe('code playgrounds', () => {
  it('can be added and removed, with events to everyone', async () => {
    const queue = await member.ok(registerQueue, { event_types: ['realm_playgrounds'], fetch_event_types: [] });
    const one = definition();
    const { id } = await administrator.ok(createPlayground, one);
    const shown = { id, ...one };
    expect(await listed()).toContainEqual(shown);
    await administrator.ok(deletePlayground, { playground_id: id });
    const isListed = ({ realm_playgrounds }: ClientEvent) => JSON.stringify(realm_playgrounds).includes(one.name);
    const isMeant = (event: ClientEvent, before: number) => isListed(event) === (before === 0);
    const [came] = await receiveEvents(member, queue, 2, isMeant);
    expect(came).toMatchObject({ type: 'realm_playgrounds', realm_playgrounds: expect.arrayContaining([shown]) });
    expect(await listed()).not.toContainEqual(shown);
  });

  it('are refused with the reason', async () => {
    const one = definition();
    const { id } = await administrator.ok(createPlayground, one);
    const refusal = async (fields: Record<string, unknown>) =>
      (await administrator.call(createPlayground, { ...definition(), ...fields })).body.msg;
    expect(await refusal({ url_template: 'https://a.b' })).toBe('Missing the required variable "code" in the URL template');
    expect(await refusal({ url_template: 'https://a.b/{code}{x}' })).toBe('"code" should be the only variable present in the URL template');
    expect(await refusal({ url_template: '{' })).toBe('Invalid URL template.');
    for (const url_template of ['javascript:{code}', 'data:text/html,{code}', '{code}'])
      expect(await refusal({ url_template })).toBe('URL template must begin with http:// or https://.');
    expect(await refusal({ pygments_language: '$' })).toBe('Invalid characters in pygments language');
    expect(await refusal({ name: one.name })).toBe('Realm playground with this Realm, Pygments language and Name already exists.');
    const foreign = await world.as(world.stranger).call(deletePlayground, { playground_id: id });
    const absent = await administrator.call(deletePlayground, { playground_id: 1_999_999_999 });
    expect([foreign.body.msg, absent.body.msg]).toEqual(['Invalid playground', 'Invalid playground']);
    for (const actor of [member, world.as(world.guest)]) {
      const answers = [await actor.call(createPlayground, definition()), await actor.call(deletePlayground, { playground_id: id })];
      expect(answers.map(({ body }) => body.msg)).toEqual(Array(2).fill('Must be an organization administrator'));
    }
    await administrator.ok(deletePlayground, { playground_id: id });
  });
});
