import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createNavigationView, deleteNavigationView, getNavigationViews, updateNavigationView } from '@parley/contracts/settings';
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
const create = (fields: Fields) => suite.call(createNavigationView, zoe.caller, fields);
const update = (fragment: string, fields: Fields, who = zoe) => suite.call(updateNavigationView, who.caller, fields, { fragment });
const remove = (fragment: string, who = zoe) => suite.call(deleteNavigationView, who.caller, {}, { fragment });
const list = async (who = zoe) => (await suite.call(getNavigationViews, who.caller)).navigation_views;

const STARRED = 'narrow/is/starred';
const ABSENT = { status: 404, code: 'NOT_FOUND', msg: 'Navigation view does not exist.' };

describe('navigation views', () => {
  it('are added, changed and removed, with events to this user only', async () => {
    const custom = { fragment: 'narrow/channel/7-news/topic/a%20b', is_pinned: true, name: 'News' };
    const [created, others] = await suite.explain([zoe, amir], () => create({ ...custom, is_pinned: 'true', name: ' News ' }));
    expect(created).toEqual([{ type: 'navigation_view', op: 'add', navigation_view: custom }]);
    expect(others).toEqual([]);
    await suite.explain([zoe], () => create({ fragment: STARRED, is_pinned: 'false' }));
    expect(await list()).toEqual([custom, { fragment: STARRED, is_pinned: false }]);
    const [updated] = await suite.explain([zoe], () => update(custom.fragment, { is_pinned: 'false', name: 'Old news' }));
    const data = { is_pinned: false, name: 'Old news' };
    expect(updated).toEqual([{ type: 'navigation_view', op: 'update', fragment: custom.fragment, data }]);
    const [removed] = await suite.explain([zoe], () => remove(custom.fragment));
    expect(removed).toEqual([{ type: 'navigation_view', op: 'remove', fragment: custom.fragment }]);
    expect(await list()).toEqual([{ fragment: STARRED, is_pinned: false }]);
    expect(await list(amir)).toEqual([]);
  });

  it('send no event if nothing changes', async () => {
    await create({ fragment: 'mine', is_pinned: 'true', name: 'Mine' });
    for (const fields of [{}, { is_pinned: 'true' }, { name: ' Mine ' }]) {
      expect(await suite.explain([zoe], () => update('mine', fields))).toEqual([[]]);
    }
  });

  it.each([
    [{ fragment: 'inbox', is_pinned: 'true', name: 'In' }, 'Built-in views cannot have a custom name.'],
    [{ fragment: 'mine', is_pinned: 'true' }, 'Custom views must have a valid name.'],
    [{ fragment: 'mine', is_pinned: 'true', name: ' ' }, 'Custom views must have a valid name.'],
    [{ fragment: 'mine', is_pinned: 'true', name: 'a\0' }, 'Custom views must have a valid name.'],
    [{ fragment: 'a\0', is_pinned: 'true', name: 'a' }, 'fragment has invalid format'],
    [{ fragment: '', is_pinned: 'true', name: 'a' }, 'fragment cannot be blank'],
    [{ fragment: 'a'.repeat(501), is_pinned: 'true', name: 'a' }, 'fragment is too long (limit: 500 characters)'],
    [{ fragment: 'mine', is_pinned: '1', name: 'a' }, 'is_pinned is not a boolean'],
    [{ fragment: 'mine', name: 'a' }, "Missing 'is_pinned' argument"],
  ])('%p is refused: %s', async (fields, msg) => {
    await expect(create(fields)).rejects.toMatchObject({ status: 400, msg });
    expect(await list()).toEqual([]);
  });

  it('are added once, and can only be changed after that', async () => {
    await create({ fragment: STARRED, is_pinned: 'true' });
    await expect(create({ fragment: STARRED, is_pinned: 'false' })).rejects.toMatchObject({ msg: 'Navigation view already exists.' });
    await expect(update(STARRED, { name: 'Stars' })).rejects.toMatchObject({ msg: 'Built-in views cannot have a custom name.' });
    for (const fragment of ['inbox', 'nowhere', 'a\0', '123']) {
      await expect(update(fragment, { is_pinned: 'true' })).rejects.toMatchObject(ABSENT);
      await expect(remove(fragment)).rejects.toMatchObject(ABSENT);
    }
  });

  it('of another user do not exist', async () => {
    await create({ fragment: 'mine', is_pinned: 'true', name: 'Mine' });
    await expect(update('mine', { is_pinned: 'false' }, amir)).rejects.toMatchObject(ABSENT);
    await expect(remove('mine', amir)).rejects.toMatchObject(ABSENT);
    expect(await list()).toMatchObject([{ fragment: 'mine', is_pinned: true }]);
  });
});
