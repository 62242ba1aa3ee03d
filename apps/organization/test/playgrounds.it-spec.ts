import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { createPlayground, deletePlayground } from '@parley/contracts/organization';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const PYTHON = { name: 'Python playground', pygments_language: 'Python', url_template: 'https://python.example.com?code={code}' };
const add = async (who: People['owner'], fields = {}) => (await configuration.call(createPlayground, who, { ...PYTHON, ...fields })).id;

describe('code playgrounds', () => {
  it('can be added and removed, and everyone receives the complete list', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, ['realm_playgrounds'], async () => {
      const id = await add(people.administrator, { name: ' Python playground ' });
      await add(people.owner, { name: 'Another' });
      await configuration.call(deletePlayground, people.owner, { playground_id: id });
    });
    const first = { id: expect.any(Number), ...PYTHON };
    const second = { ...first, name: 'Another' };
    expect(received(people.guest)).toEqual([
      { type: 'realm_playgrounds', realm_playgrounds: [first] },
      { type: 'realm_playgrounds', realm_playgrounds: [first, second] },
      { type: 'realm_playgrounds', realm_playgrounds: [second] },
    ]);
  });

  it.each<[string, object, object]>([
    [
      'another variable',
      { url_template: 'https://a.b/{x}' },
      { url_template: ['Missing the required variable "code" in the URL template'] },
    ],
    ['no variable', { url_template: 'https://a.b' }, { url_template: ['Missing the required variable "code" in the URL template'] }],
    [
      'a second variable',
      { url_template: 'https://a.b/{code}/{x}' },
      { url_template: ['"code" should be the only variable present in the URL template'] },
    ],
    ['an invalid template', { url_template: 'https://a.b/{code' }, { url_template: ['Invalid URL template.'] }],
    ...['javascript:{code}', 'data:text/html,{code}', '{code}', '{+code}', 'http{+code}'].map((url_template): [string, object, object] => [
      `the template ${url_template}`,
      { url_template },
      { url_template: ['URL template must begin with http:// or https://.'] },
    ]),
    ['an invalid language', { pygments_language: 'C{}' }, { pygments_language: ['Invalid characters in pygments language'] }],
  ])('with %s are refused', async (_, fields, errors) => {
    const { owner } = await configuration.people();
    const refused = await add(owner, fields).catch((error: unknown) => error);
    expect(refused instanceof ApiError && refused.fields).toEqual({ errors });
  });

  it('are refused if they exist, have no name, or are too many', async () => {
    const { owner } = await configuration.people();
    await add(owner);
    const refusal = (fields: object) => configuration.refusal(createPlayground, owner, { ...PYTHON, ...fields });
    expect(await refusal({})).toBe('Realm playground with this Realm, Pygments language and Name already exists.');
    expect(await refusal({ name: ' ' })).toBe('name cannot be blank');
    expect(await refusal({ name: '' })).toBe('name cannot be blank');
    expect(await refusal({ pygments_language: ' ' })).toBe('pygments_language cannot be blank');
    expect(await refusal({ name: 'a\0' })).toBe('name has invalid format');
    expect(await refusal({ pygments_language: 'x'.repeat(41) })).toBe('pygments_language is too long (limit: 40 characters)');
  });

  it('of another organization are unknown, and only administrators may change them', async () => {
    const [home, away] = [await configuration.people(), await configuration.people()];
    const foreign = await add(away.owner);
    for (const playground_id of [foreign, 1_999_999_999, 900_000_000_000_000]) {
      expect(await configuration.refusal(deletePlayground, home.owner, { playground_id })).toBe('Invalid playground');
    }
    const playground_id = await add(home.owner);
    for (const who of [home.member, home.guest]) {
      expect(await configuration.refusal(createPlayground, who, PYTHON)).toBe('Must be an organization administrator');
      expect(await configuration.refusal(deletePlayground, who, { playground_id })).toBe('Must be an organization administrator');
    }
  });
});
