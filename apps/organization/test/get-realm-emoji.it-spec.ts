import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getRealmEmoji } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());

it('returns the emoji of the organization by id, including deactivated ones, like registration', async () => {
  const rows = new Rows(suite.stores.database);
  const [home, away] = [await rows.organization(), await rows.organization()];
  const person = await rows.user(home);
  const still = await rows.realmEmoji(home, { name: 'tick', authorId: person.id, file: 'aa.png' });
  const moving = await rows.realmEmoji(home, { name: 'dance', file: 'bb.gif', stillFile: 'bb.png', isDeactivated: true });
  await rows.realmEmoji(away, { name: 'theirs' });
  const expected = {
    [still]: {
      id: String(still),
      name: 'tick',
      source_url: `/user_avatars/${home.id}/emoji/images/aa.png`,
      still_url: null,
      deactivated: false,
      author_id: person.id,
    },
    [moving]: {
      id: String(moving),
      name: 'dance',
      source_url: `/user_avatars/${home.id}/emoji/images/bb.gif`,
      still_url: `/user_avatars/${home.id}/emoji/images/still/bb.png`,
      deactivated: true,
      author_id: null,
    },
  };
  expect(await suite.stores.rpc.call(getRealmEmoji, {}, person.caller)).toEqual({ emoji: expected });
  expect(await suite.register(person.caller, { fetchEventTypes: ['realm_emoji'] })).toEqual({ realm_emoji: expected });
});
