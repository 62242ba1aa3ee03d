import { describe, expect, it } from '@jest/globals';
import { type ClientState, unreadCounts } from '@parley/client';
import { sidebarChannels, sidebarSections, sidebarTopics } from './sidebar-channels.js';

const compare = (a: string, b: string) => a.localeCompare(b);
const channel = (stream_id: number, name: string, fields = {}) => ({ stream_id, name, invite_only: false, color: '#123456', ...fields });
const fields: object = {
  user_id: 5,
  subscriptions: [
    channel(1, 'zebras'),
    channel(2, 'muted', { is_muted: true }),
    channel(3, 'birds'),
    channel(4, 'top', { pin_to_top: true }),
  ],
  user_topics: [{ stream_id: 3, topic_name: 'Loud', visibility_policy: 1, last_updated: 1 }],
  unread_msgs: {
    count: 3,
    pms: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
    streams: [
      { stream_id: 3, topic: 'old', unread_message_ids: [7, 8] },
      { stream_id: 3, topic: 'loud', unread_message_ids: [9] },
    ],
  },
};
const state = fields as ClientState;
const counts = unreadCounts(state);

describe('the channels in the sidebar', () => {
  it('are pinned ones, others and muted ones, with what is unread and not muted', () => {
    expect(sidebarChannels(state, counts, compare).map(({ name, unread }) => `${name} ${unread}`)).toEqual([
      'top 0',
      'birds 2',
      'zebras 0',
      'muted 0',
    ]);
  });
});

describe('the sections of the sidebar', () => {
  const sectionsOf = (more: object) => {
    const here = { ...state, ...more } as ClientState;
    return sidebarSections(here, sidebarChannels(here, counts, compare)).map(({ title, channels }) => [
      typeof title === 'object' ? title.folder : title,
      channels.map(({ name }) => name).join(' '),
    ]);
  };
  const folder = (id: number, name: string, order: number) => ({ id, name, order, is_archived: false });
  const channel_folders = [folder(1, 'Animals', 2), folder(2, 'Empty', 0), folder(3, 'Noise', 1)];
  const subscriptions = [
    channel(1, 'zebras', { folder_id: 1 }),
    channel(2, 'muted', { is_muted: true, folder_id: 3 }),
    channel(3, 'birds', { folder_id: 1 }),
    channel(4, 'top', { pin_to_top: true, folder_id: 1 }),
    channel(5, 'plain', { folder_id: null }),
  ];

  it('are one without a title while no channel is in a folder, or the person wants none', () => {
    expect(sectionsOf({ channel_folders })).toEqual([[undefined, 'top birds zebras muted']]);
    const user_settings = { web_left_sidebar_show_channel_folders: false };
    expect(sectionsOf({ channel_folders, subscriptions, user_settings })).toEqual([[undefined, 'top birds plain zebras muted']]);
  });

  it('are the pinned channels, folders in their order, and the others', () =>
    expect(sectionsOf({ channel_folders, subscriptions })).toEqual([
      ['pinned', 'top'],
      ['Noise', 'muted'],
      ['Animals', 'birds zebras'],
      ['otherChannels', 'plain'],
    ]));
});

describe('the topics of a channel', () => {
  const known = Array.from({ length: 20 }, (_, place) => ({ name: `t${place}`, newest: 100 - place }));

  it('are the newest ones, and those with unread messages', () => {
    const topics = sidebarTopics(state, counts, 3, known, undefined);
    expect(topics.map(({ name }) => name)).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 'loud', 'old']);
    expect(topics.slice(-2)).toEqual([
      { name: 'loud', unread: 1, isMuted: true, isFollowed: false },
      { name: 'old', unread: 2, isMuted: false, isFollowed: false },
    ]);
  });

  it('have the one that is open, once', () => {
    const names = (open: string) => sidebarTopics(state, counts, 3, known, open).map(({ name }) => name);
    expect(names('t15')).toContain('t15');
    expect(names('new')).toContain('new');
    expect(names('T0').filter((name) => name.toLowerCase() === 't0')).toEqual(['t0']);
  });
});
