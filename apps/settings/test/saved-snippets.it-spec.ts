import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSavedSnippet, deleteSavedSnippet, getSavedSnippets, updateSavedSnippet } from '@parley/contracts/settings';
import type { UserRow } from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
let zoe: UserRow;
let amir: UserRow;

beforeAll(async () => {
  suite = await SettingsSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  const organization = await suite.rows.organization();
  zoe = await suite.rows.user(organization);
  amir = await suite.rows.user(organization);
});

type Fields = Readonly<Record<string, unknown>>;
const create = async (fields: Fields) => (await suite.call(createSavedSnippet, zoe.caller, fields)).saved_snippet_id;
const update = (id: number, fields: Fields, who = zoe) =>
  suite.call(updateSavedSnippet, who.caller, fields, { saved_snippet_id: String(id) });
const remove = (id: number, who = zoe) => suite.call(deleteSavedSnippet, who.caller, {}, { saved_snippet_id: String(id) });
const list = async (who = zoe) => (await suite.call(getSavedSnippets, who.caller)).saved_snippets;

const ABSENT = { status: 404, code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.' };

describe('saved snippets', () => {
  it('are added, changed and removed, with events to this user only', async () => {
    const [created, others] = await suite.explain([zoe, amir], () => create({ title: ' Thanks ', content: ' *Thank you* \n' }));
    const [first] = await list();
    expect(first).toEqual({ id: expect.any(Number), title: 'Thanks', content: '*Thank you*', date_created: expect.any(Number) });
    expect(created).toEqual([{ type: 'saved_snippets', op: 'add', saved_snippet: first }]);
    expect(others).toEqual([]);
    const second = await create({ title: 'Later', content: 'later' });
    const [updated] = await suite.explain([zoe], () => update(second, { content: 'much later' }));
    expect(updated).toMatchObject([{ op: 'update', saved_snippet: { id: second, title: 'Later', content: 'much later' } }]);
    const [removed] = await suite.explain([zoe], () => remove(second));
    expect(removed).toEqual([{ type: 'saved_snippets', op: 'remove', saved_snippet_id: second }]);
    expect(await list()).toEqual([first]);
    expect(await list(amir)).toEqual([]);
  });

  it('send no event if nothing changes', async () => {
    const id = await create({ title: 'Thanks', content: 'Thank you' });
    for (const fields of [{}, { title: 'Thanks ' }, { content: 'Thank you' }]) {
      expect(await suite.explain([zoe], () => update(id, fields))).toEqual([[]]);
    }
  });

  it.each([
    [{ title: ' ', content: 'a' }, 'title cannot be blank'],
    [{ title: 'a'.repeat(61), content: 'a' }, 'title is too long (limit: 60 characters)'],
    [{ title: 'a\0b', content: 'a' }, 'title has invalid format'],
    [{ title: 'a', content: '\n' }, 'content cannot be blank'],
    [{ title: 'a', content: 'a'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    [{ title: 'a', content: 'a\0b' }, 'content has invalid format'],
  ])('%p are refused: %s', async (fields, msg) => {
    const id = await create({ title: 'Thanks', content: 'Thank you' });
    await expect(create(fields)).rejects.toMatchObject({ status: 400, msg });
    await expect(update(id, fields)).rejects.toMatchObject({ status: 400, msg });
    expect(await list()).toMatchObject([{ title: 'Thanks', content: 'Thank you' }]);
  });

  it('of another user do not exist, nor do huge ids', async () => {
    const id = await create({ title: 'Thanks', content: 'Thank you' });
    await expect(update(id, { title: 'Mine now' }, amir)).rejects.toMatchObject(ABSENT);
    await expect(remove(id, amir)).rejects.toMatchObject(ABSENT);
    for (const nowhere of [0, -1, 1_999_999_999, 999_999_999_999_999]) {
      await expect(update(nowhere, { title: 'x' })).rejects.toMatchObject(ABSENT);
      await expect(remove(nowhere)).rejects.toMatchObject(ABSENT);
    }
    expect(await list()).toMatchObject([{ id, title: 'Thanks' }]);
  });
});
