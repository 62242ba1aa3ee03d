import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CAPABILITY_NAMES } from '@parley/contracts';
import { registerQueue } from '@parley/contracts/event-queue';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { OF_CHANNELS_AND_MESSAGES } from './capabilities/of-channels-and-messages.js';
import { OF_PEOPLE_AND_SETTINGS } from './capabilities/of-people-and-settings.js';
import { type Capability, type Proof, TwoClients } from './capabilities/two-clients.js';

/** The test of user_list_incomplete is in register-fields.e2e-spec.ts, because it changes a setting of the organization. */
const PROOFS: Readonly<Record<Exclude<Capability, 'user_list_incomplete'>, Proof>> = {
  ...OF_CHANNELS_AND_MESSAGES,
  ...OF_PEOPLE_AND_SETTINGS,
};

const world = new World();
const member = world.as(world.member);
let clients: TwoClients;
beforeAll(async () => {
  clients = await TwoClients.open(world);
});
afterAll(() => closeConnections());

describe('the capability', () => {
  it.each(Object.entries(PROOFS))('%s has its effect', async (_, proof) => proof(clients));

  it('tests cover every name', () => {
    expect([...Object.keys(PROOFS), 'user_list_incomplete'].sort()).toEqual([...CAPABILITY_NAMES].sort());
  });

  it('with an unknown name is accepted', async () => {
    await member.ok(registerQueue, { event_types: [], client_capabilities: { of_next_year: true } });
  });

  it.each([
    ['["archived_channels"]', 'client_capabilities is not a dict'],
    ['archived_channels', 'client_capabilities is not valid JSON'],
    ['{"archived_channels":"yes"}', 'client_capabilities["archived_channels"] is not a boolean'],
  ])('is refused as %s', async (client_capabilities, msg) => {
    const answer = await member.request('POST', '/api/v1/register', { client_capabilities });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
