import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, ROLES } from '@parley/contracts';
import { createLinkifier, deleteLinkifier, listLinkifiers, reorderLinkifiers, updateLinkifier } from '@parley/contracts/organization';
import { queueView } from '@parley/testing';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.com/{id}' };
const REVIEW = { pattern: 'PR(?P<id>[0-9]+)', url_template: 'https://reviews.example.com/{id}' };

type Fields = Readonly<Record<string, unknown>>;
const add = async (who: People['owner'], fields: Fields = ISSUE) => (await configuration.call(createLinkifier, who, fields)).id;
const list = async (who: People['owner']) => (await configuration.call(listLinkifiers, who, {})).linkifiers;

describe('linkifiers', () => {
  it('are added at the end, and everyone receives them', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, ['realm_linkifiers'], async () => {
      await add(people.administrator, {
        ...ISSUE,
        example_input: '#123',
        reverse_template: '#{id}',
        alternative_url_templates: '["https://old.example.com/{id}"]',
      });
      await add(people.owner, { ...REVIEW, example_input: '', reverse_template: 'null' });
    });
    const linkifiers = await list(people.guest);
    expect(linkifiers).toEqual([
      {
        id: expect.any(Number),
        ...ISSUE,
        example_input: '#123',
        reverse_template: '#{id}',
        alternative_url_templates: ['https://old.example.com/{id}'],
      },
      { id: expect.any(Number), ...REVIEW, example_input: null, reverse_template: null, alternative_url_templates: [] },
    ]);
    expect(received(people.guest)).toEqual([
      { type: 'realm_linkifiers', realm_linkifiers: [linkifiers[0]] },
      { type: 'realm_linkifiers', realm_linkifiers: linkifiers },
    ]);
  });

  it('are hidden from clients that do not know URL templates', async () => {
    const people = await configuration.people();
    const { linkifier_url_template, ...older } = queueView(1).capabilities;
    const received = await configuration.explained(people, ['realm_linkifiers', 'realm_filters'], () => add(people.owner), older);
    expect(received(people.member)).toEqual([]);
    expect(await configuration.register(people.member, ['realm_linkifiers', 'realm_filters'], older)).toEqual({
      realm_linkifiers: [],
      realm_filters: [],
    });
  });

  it('can be changed in part, and empty texts remove optional values', async () => {
    const people = await configuration.people();
    const id = await add(people.owner, {
      ...ISSUE,
      example_input: '#123',
      reverse_template: '#{id}',
      alternative_url_templates: '["https://old.example.com/{id}"]',
    });
    const change = (fields: Fields) => configuration.call(updateLinkifier, people.administrator, { filter_id: id, ...fields });
    const kept = { example_input: '#123', reverse_template: '#{id}', alternative_url_templates: ['https://old.example.com/{id}'] };
    await configuration.explained(people, ['realm_linkifiers'], () => change({ ...ISSUE, url_template: 'https://b.c/{id}' }));
    expect(await list(people.member)).toEqual([{ id, ...ISSUE, url_template: 'https://b.c/{id}', ...kept }]);
    await change({ ...ISSUE, reverse_template: '', example_input: '', alternative_url_templates: '[]' });
    expect(await list(people.member)).toEqual([
      { id, ...ISSUE, example_input: null, reverse_template: null, alternative_url_templates: [] },
    ]);
    const received = await configuration.explained(people, ['realm_linkifiers'], () => change({ ...ISSUE, reverse_template: 'null' }));
    expect(received(people.member)).toEqual([]);
  });

  it('can be deleted', async () => {
    const people = await configuration.people();
    const id = await add(people.owner);
    const received = await configuration.explained(people, ['realm_linkifiers'], () =>
      configuration.call(deleteLinkifier, people.administrator, { filter_id: id }),
    );
    expect(received(people.guest)).toEqual([{ type: 'realm_linkifiers', realm_linkifiers: [] }]);
  });

  it('can be reordered', async () => {
    const people = await configuration.people();
    const [first, second] = [await add(people.owner), await add(people.owner, REVIEW)];
    const reorder = (ids: readonly number[]) =>
      configuration.call(reorderLinkifiers, people.administrator, { ordered_linkifier_ids: JSON.stringify(ids) });
    const received = await configuration.explained(people, ['realm_linkifiers'], () => reorder([second, first]));
    expect(received(people.member)).toMatchObject([{ realm_linkifiers: [{ id: second }, { id: first }] }]);
    expect((await list(people.member)).map(({ id }) => id)).toEqual([second, first]);
    expect((await configuration.explained(people, ['realm_linkifiers'], () => reorder([second, first])))(people.member)).toEqual([]);
    await add(people.owner, { pattern: 'z', url_template: 'https://z.example.com' });
    expect((await list(people.member)).map(({ pattern }) => pattern)).toEqual([REVIEW.pattern, ISSUE.pattern, 'z']);
  });
});

describe('a linkifier is refused', () => {
  it.each<[string, Fields, Record<string, string[]>]>([
    ['without a pattern', { pattern: '' }, { pattern: ['This field cannot be blank.'] }],
    ['with an invalid pattern', { pattern: '(' }, { pattern: ['Bad regular expression: missing closing ): `(`'] }],
    ['with look-around', { pattern: '(?=a)(?P<id>b)' }, { pattern: ['Bad regular expression: invalid or unsupported Perl syntax: `(?=`'] }],
    ['with a pattern that is too complex', { pattern: '(?P<id>((a{9}){9}){9})' }, { pattern: ['Bad regular expression: too complicated'] }],
    ['with an invalid template', { url_template: 'https://a.b/{id' }, { url_template: ['Invalid URL template.'] }],
    ...['javascript:alert({id})', 'data:text/html,{id}', '{id}', '{+id}', 'http{+id}', '/{id}'].flatMap(
      (template): [string, Fields, Record<string, string[]>][] => [
        [
          `with the template ${template}`,
          { url_template: template },
          { url_template: ['URL template must begin with http:// or https://.'] },
        ],
        [
          `with the further template ${template}`,
          { alternative_url_templates: JSON.stringify(['https://a.b/{id}', template]) },
          { alternative_url_templates: ['URL template must begin with http:// or https://.'] },
        ],
      ],
    ),
    [
      'with an unused group',
      { url_template: 'https://a.b' },
      { __all__: ["Group 'id' in linkifier pattern is not present in URL template."] },
    ],
    [
      'with an unknown variable',
      { url_template: 'https://a.b/{id}/{x}' },
      { __all__: ["Group 'x' in URL template is not present in linkifier pattern."] },
    ],
    [
      'with an invalid alternative template',
      { alternative_url_templates: '["{"]' },
      { alternative_url_templates: ['Invalid URL template.'] },
    ],
    [
      'with other variables in an alternative template',
      { alternative_url_templates: '["https://a.b/{x}"]' },
      {
        __all__: [
          "Group 'id' in linkifier pattern is not present in alternative URL template.",
          "Group 'x' in alternative URL template is not present in linkifier pattern.",
        ],
      },
    ],
    [
      'with an invalid reverse template',
      { example_input: '#1', reverse_template: '{' },
      { reverse_template: ['Invalid reverse template.'] },
    ],
    [
      'with a reverse template, but no example',
      { reverse_template: '#{id}' },
      { __all__: ['An example input is required for a reverse template.'] },
    ],
    [
      'whose example does not match',
      { example_input: 'x', reverse_template: '#{id}' },
      { __all__: ['Example input does not match the linkifier pattern.'] },
    ],
    [
      'whose reverse template has another result',
      { example_input: '#1', reverse_template: '{id}' },
      { __all__: ['Reverse template does not reproduce the example input.'] },
    ],
    [
      'whose reverse template reproduces only a part',
      { example_input: 'see #1', reverse_template: '#{id}' },
      { __all__: ['Reverse template does not reproduce the example input.'] },
    ],
    [
      'with other variables in the reverse template',
      { example_input: '#1', reverse_template: '#{x}' },
      { __all__: ["Group 'x' in reverse template is not present in linkifier pattern."] },
    ],
  ])('%s', async (_, fields, errors) => {
    const { owner } = await configuration.people();
    const refused = await configuration.call(createLinkifier, owner, { ...ISSUE, ...fields }).catch((error: unknown) => error);
    if (!(refused instanceof ApiError)) throw new Error('it was not refused');
    expect(refused.toBody()).toEqual({ result: 'error', code: 'BAD_REQUEST', msg: Object.values(errors)[0]?.[0], errors });
    const id = await add(owner);
    expect(await configuration.refusal(updateLinkifier, owner, { filter_id: id, ...ISSUE, ...fields })).toBe(refused.msg);
  });

  it.each<[string, Fields, string]>([
    ['too long', { pattern: 'x'.repeat(501) }, 'pattern is too long (limit: 500 characters)'],
    ['with a null byte', { url_template: 'https://a.b/{id}\0' }, 'url_template has invalid format'],
    ['with half a surrogate pair', { alternative_url_templates: '["\\ud800"]' }, 'alternative_url_templates[0] has invalid format'],
    [
      'with too many templates',
      { alternative_url_templates: JSON.stringify(Array(11).fill('a')) },
      'alternative_url_templates is too large',
    ],
    ['with templates that are not a list', { alternative_url_templates: '"a"' }, 'alternative_url_templates is not a list'],
  ])('%s', async (_, fields, msg) => {
    const { owner } = await configuration.people();
    expect(await configuration.refusal(createLinkifier, owner, { ...ISSUE, ...fields })).toBe(msg);
  });

  it('at exactly the pattern length that an index cannot hold', async () => {
    const { owner } = await configuration.people();
    const letters = Array.from({ length: 486 }, (_, n) => String.fromCodePoint(0x2_0000 + 37 * n)).join('');
    await add(owner, { pattern: `(?P<id>[${letters}]+)`, url_template: 'https://a.b/{id}' });
    expect(await list(owner)).toHaveLength(1);
  });

  it('if another one has the same pattern', async () => {
    const { owner } = await configuration.people();
    await add(owner);
    const other = await add(owner, REVIEW);
    const msg = 'Linkifier with this Pattern and Realm already exists.';
    expect(await configuration.refusal(createLinkifier, owner, ISSUE)).toBe(msg);
    expect(await configuration.refusal(updateLinkifier, owner, { filter_id: other, ...ISSUE })).toBe(msg);
  });

  it('if it does not exist or belongs to another organization', async () => {
    const [home, away] = [await configuration.people(), await configuration.people()];
    const foreign = await add(away.owner);
    for (const filter_id of [foreign, 1_999_999_999, 900_000_000_000_000, -1]) {
      expect(await configuration.refusal(deleteLinkifier, home.owner, { filter_id })).toBe('Linkifier not found.');
      expect(await configuration.refusal(updateLinkifier, home.owner, { filter_id, ...ISSUE })).toBe('Linkifier not found.');
    }
  });

  it('in an incomplete order', async () => {
    const { owner } = await configuration.people();
    const [first, second] = [await add(owner), await add(owner, REVIEW)];
    for (const order of [[first], [first, first], [first, second, second], [first, 1_999_999_999], []]) {
      expect(await configuration.refusal(reorderLinkifiers, owner, { ordered_linkifier_ids: JSON.stringify(order) })).toBe(
        'The ordered list must enumerate all existing linkifiers exactly once',
      );
    }
  });

  it('for users who are no administrators', async () => {
    const { organization, owner, member, guest } = await configuration.people();
    const filter_id = await add(owner);
    const moderator = await configuration.rows.user(organization, { role: ROLES.moderator });
    for (const who of [member, guest, moderator]) {
      const refusals = [
        await configuration.refusal(createLinkifier, who, REVIEW),
        await configuration.refusal(updateLinkifier, who, { filter_id, ...REVIEW }),
        await configuration.refusal(deleteLinkifier, who, { filter_id }),
        await configuration.refusal(reorderLinkifiers, who, { ordered_linkifier_ids: JSON.stringify([filter_id]) }),
      ];
      expect(new Set(refusals)).toEqual(new Set(['Must be an organization administrator']));
    }
  });
});
