import { describe, expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';
import { noticed } from './noticed.js';

const settings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  pm_content_in_desktop_notifications: false,
  wildcard_mentions_notify: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
};
const state = (more = {}, channel = {}, topic: number | undefined = undefined): ClientState =>
  ({
    user_id: 5,
    user_settings: { ...settings, ...more },
    muted_users: [{ id: 66, timestamp: 1 }],
    subscriptions: [{ stream_id: 9, name: 'birds', ...channel }],
    user_topics: topic === undefined ? [] : [{ stream_id: 9, topic_name: 'red', visibility_policy: topic, last_updated: 1 }],
  }) as never;
const direct = { sender_id: 6, subject: '' } as MessageObject;
const inChannel = { sender_id: 6, stream_id: 9, subject: 'red' } as MessageObject;
const how = (...args: Parameters<typeof noticed>) => {
  const { isShown, isHeard } = noticed(...args);
  return `${isShown ? 'shown' : ''} ${isHeard ? 'heard' : ''}`.trim();
};

describe('a new message is noticed', () => {
  it('if it is a direct one, by the settings, and without its text if the person wants that', () => {
    expect(noticed(state(), direct, [])).toEqual({ isShown: true, isHeard: true, hasText: false });
    expect(how(state({ enable_sounds: false }), direct, [])).toBe('shown');
    expect(how(state({ enable_desktop_notifications: false, enable_sounds: false }), direct, [])).toBe('');
  });

  it('not if it is of oneself or of a muted person, or is read', () => {
    expect(how(state(), { ...direct, sender_id: 5 }, [])).toBe('');
    expect(how(state(), { ...direct, sender_id: 66 }, [])).toBe('');
    expect(how(state(), direct, ['read'])).toBe('');
  });

  it('if it mentions the person, also in a muted topic', () => {
    expect(how(state(), inChannel, [])).toBe('');
    expect(how(state({}, {}, 1), inChannel, ['mentioned'])).toBe('shown heard');
    expect(how(state(), inChannel, ['has_alert_word'])).toBe('shown heard');
  });

  it('if it mentions everybody, unless the channel says otherwise', () => {
    expect(how(state(), inChannel, ['stream_wildcard_mentioned'])).toBe('shown heard');
    expect(how(state({}, { wildcard_mentions_notify: false }), inChannel, ['stream_wildcard_mentioned'])).toBe('');
  });

  it('by the settings of the topic and the channel', () => {
    expect(how(state({}, {}, 3), inChannel, [])).toBe('shown');
    expect(how(state({}, { audible_notifications: true }), inChannel, [])).toBe('heard');
    expect(how(state({ enable_stream_desktop_notifications: true }, { desktop_notifications: false }), inChannel, [])).toBe('');
    expect(how(state({}, { desktop_notifications: true }, 1), inChannel, [])).toBe('');
  });
});
