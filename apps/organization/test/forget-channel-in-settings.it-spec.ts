import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { forgetChannelInSettings } from '@parley/contracts/organization';
import { newestSeq } from '@parley/testing';
import { ConfigurationSuite } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const forget = (organizationId: number, channelId: number) =>
  configuration.suite.stores.rpc.call(forgetChannelInSettings, { organizationId, channelId }, SYSTEM_VISITOR);

describe('an archived channel', () => {
  it('is removed from all settings, with one event; settings with other channels stay', async () => {
    const people = await configuration.people();
    const { id } = people.organization;
    const settings = { new_stream_announcements_stream_id: 7, signup_announcements_stream_id: 8, moderation_request_channel_id: 7 };
    await configuration.database.client.organization.update({ where: { id }, data: { settings } });
    const received = await configuration.explained(people, ['realm'], () => forget(id, 7));
    expect(received(people.guest)).toEqual([
      { type: 'realm', op: 'update', property: 'moderation_request_channel_id', value: -1 },
      { type: 'realm', op: 'update', property: 'new_stream_announcements_stream_id', value: -1 },
    ]);
    const seq = await newestSeq(configuration.database, id);
    await forget(id, 7);
    expect(await newestSeq(configuration.database, id)).toBe(seq);
  });
});
