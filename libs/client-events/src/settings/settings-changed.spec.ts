import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES } from '@parley/contracts';
import { receivedBy, testQueue } from '../test-queue.js';
import { clientDeviceAddedFanOut } from './client-devices.js';
import { inheritedNotificationsChangedFanOut } from './inherited-notifications-changed.js';
import { settingDefaultsChangedFanOut, settingsChangedFanOut } from './settings-changed.js';

const stock = { ...testQueue, clientName: 'ZulipMobile' };

describe('a changed setting', () => {
  it('is sent to its users, in the spelling of their client', () => {
    const [part] = settingsChangedFanOut.parts({ userIds: [7, 8], changes: [{ name: 'web_home_view', value: 'recent' }] });
    const event = { type: 'user_settings', op: 'update', property: 'web_home_view' };
    expect(part?.audience).toEqual({ users: [7, 8] });
    expect(part?.clientType).toBe('user_settings');
    expect([part?.render(testQueue), part?.render(stock)]).toEqual([
      { ...event, value: 'recent' },
      { ...event, value: 'recent_topics' },
    ]);
  });

  it.each([
    ['de', 'Deutsch'],
    ['xx', 'xx'],
  ])('language %s comes with the name %s', (value, language_name) => {
    const parts = settingsChangedFanOut.parts({ userIds: [7], changes: [{ name: 'default_language', value }] });
    expect(receivedBy(testQueue, parts)).toMatchObject([{ value, language_name }]);
  });

  it('that allows the export of private data is told to administrators', () => {
    const parts = settingsChangedFanOut.parts({ userIds: [7], changes: [{ name: 'allow_private_data_export', value: true }] });
    expect(parts.map(({ clientType, audience }) => [clientType, audience])).toEqual([
      ['user_settings', { users: [7] }],
      ['realm_export_consent', { roles: [100, 200] }],
    ]);
    expect(receivedBy(testQueue, parts)).toContainEqual({ type: 'realm_export_consent', user_id: 7, consented: true });
    expect(receivedBy({ ...testQueue, clientName: 'go-zulip' }, parts.slice(1))).toEqual([]);
  });

  it('for new users is sent to all', () => {
    const [part] = settingDefaultsChangedFanOut.parts({ changes: [{ name: 'emojiset', value: 'set_a' }] });
    expect(part?.audience).toEqual({ roles: ALL_ROLES });
    const event = { type: 'realm_user_settings_defaults', op: 'update', property: 'emojiset' };
    expect(part?.clientType).toBe('realm_user_settings_defaults');
    expect([part?.render(testQueue), part?.render(stock)]).toEqual([
      { ...event, value: 'set_a' },
      { ...event, value: 'google' },
    ]);
  });
});

describe('a changed notification that subscriptions inherit', () => {
  const of = (isArchived?: boolean) =>
    inheritedNotificationsChangedFanOut.parts({
      property: 'push_notifications',
      value: true,
      subscriptions: [{ channelId: 3, userIds: [7], ...(isArchived === undefined ? {} : { isArchived }) }],
    });
  const event = { type: 'subscription', op: 'update', stream_id: 3, property: 'push_notifications', value: true };

  it('is sent as a change of each subscription to clients that do not know null', () => {
    expect(of()[0]?.audience).toEqual({ users: [7] });
    expect(receivedBy(testQueue, of())).toEqual([event]);
    expect(receivedBy({ ...testQueue, capabilities: { notification_settings_null: true } }, of())).toEqual([]);
  });

  it('in an archived channel is sent only to clients that know those', () => {
    expect(receivedBy(testQueue, of(true))).toEqual([]);
    expect(receivedBy({ ...testQueue, capabilities: { archived_channels: true } }, of(true))).toEqual([event]);
  });
});

it('devices are not sent to clients that fail on unknown types, unless they ask for them', () => {
  const parts = clientDeviceAddedFanOut.parts({ userId: 7, deviceId: 2 });
  const received = (clientName: string, eventTypes: string[] | null) => receivedBy({ ...testQueue, clientName, eventTypes }, parts);
  expect(received('website', null)).toEqual([{ type: 'device', op: 'add', device_id: 2 }]);
  expect([received('go-zulip', null).length, received('go-zulip', ['device']).length]).toEqual([0, 1]);
});
