import { afterAll, describe, expect, it } from '@jest/globals';
import { createChannelFolder, subscribe, updateChannel } from '@parley/contracts/channels';
import {
  createBot,
  createProfileField,
  createUser,
  createUserGroup,
  updateOrganization,
  updateUser,
  updateUserGroup,
} from '@parley/contracts/organization';
import { createNavigationView, updateSettings } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

type Refused = { readonly status: number; readonly body: { readonly msg: string } };

/** Each request that names something, and its error for a name with a line break. */
const WAYS: Readonly<Record<string, readonly [name: (name: string) => Promise<Refused>, msg: string]>> = {
  'a person': [
    (full_name) =>
      owner.call(createUser, {
        email: `${world.fresh('n').replaceAll(' ', '')}@demo.example`,
        password: 'correct horse battery',
        full_name,
      }),
    'Invalid characters in name!',
  ],
  'another person': [
    (full_name) => owner.call(updateUser, { user_id: String(world.third.user_id), full_name }),
    'Invalid characters in name!',
  ],
  oneself: [(full_name) => world.as(world.third).call(updateSettings, { full_name }), 'Invalid characters in name!'],
  'a bot': [
    (full_name) => owner.call(createBot, { full_name, short_name: world.fresh('n').replaceAll(' ', '-') }),
    'Invalid characters in name!',
  ],
  'a new channel': [(name) => owner.call(subscribe, { subscriptions: [{ name }] }), 'Invalid character in channel name, at position 4.'],
  'a channel': [
    async (new_name) => owner.call(updateChannel, { stream_id: (await world.channel([world.owner])).id, new_name }),
    'Invalid character in channel name, at position 4.',
  ],
  'a folder': [(name) => owner.call(createChannelFolder, { name }), 'Invalid character in channel folder name, at position 4.'],
  'a new group': [(name) => owner.call(createUserGroup, { name, description: '', members: [] }), 'name has invalid format'],
  'a group': [
    async (name) => {
      const made = await owner.ok(createUserGroup, { name: world.fresh('group'), description: '', members: [] });
      return owner.call(updateUserGroup, { user_group_id: made.group_id, name });
    },
    'name has invalid format',
  ],
  'the organization': [(name) => owner.call(updateOrganization, { name }), 'name has invalid format'],
  'a profile field': [(name) => owner.call(createProfileField, { name, field_type: 1 }), 'name has invalid format'],
  'a view': [
    (name) => owner.call(createNavigationView, { fragment: world.fresh('view'), is_pinned: true, name }),
    'Custom views must have a valid name.',
  ],
};

describe('a name with a line break is refused for', () => {
  it.each(Object.entries(WAYS))('%s', async (_, [give, msg]) => {
    for (const breaking of ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u0007', '\u001b']) {
      const answer = await give(`Nam${breaking}Bcc: all`);
      expect([breaking, answer.status, answer.body.msg]).toEqual([breaking, 400, msg]);
    }
  });
});
