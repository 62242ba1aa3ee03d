import type { PersonalProperties } from '@parley/contracts/channels';
import type { Fold, StateEvent } from '../client-state.js';
import { withChanged } from '../lists.js';
import { CHANNEL_LISTS, type ChannelEntry, changeLists, without } from './channel-lists.js';

/** What a channel has in addition if the user was subscribed to it before. */
const OWN: Readonly<Record<keyof PersonalProperties | 'in_home_view', true>> = {
  color: true,
  is_muted: true,
  pin_to_top: true,
  desktop_notifications: true,
  audible_notifications: true,
  push_notifications: true,
  email_notifications: true,
  wildcard_mentions_notify: true,
  in_home_view: true,
};

/** The user is not subscribed to a channel that becomes visible. Later events contain its subscribers. */
export const foldStream: Fold<'stream'> = (state, event) => {
  switch (event.op) {
    case 'create': {
      const { streams } = event;
      const known = changeLists(state, ['streams'], (list) => [...list, ...streams.map(withoutOwn)]);
      return changeLists(known, ['unsubscribed', 'never_subscribed'], (list, name) => {
        const mine = streams.filter((channel) => 'color' in channel === (name === 'unsubscribed'));
        return [...list, ...mine.map((channel) => ({ ...(channel as ChannelEntry), subscribers: [] }))];
      });
    }
    case 'update':
      return changeLists(state, CHANNEL_LISTS, (list) =>
        withChanged(
          list,
          ({ stream_id }) => stream_id === event.stream_id,
          (channel) => ({ ...channel, ...changesOf(event) }),
        ),
      );
    case 'delete':
      return changeLists(state, CHANNEL_LISTS, (list) => without(list, event.stream_ids));
  }
};

/** Other fields of an update next to `value` are properties too: rendered_description with description. */
function changesOf(event: Extract<StateEvent<'stream'>, { op: 'update' }>): Readonly<Record<string, unknown>> {
  const fields: Readonly<Record<string, unknown>> = event;
  const { type: _type, op: _op, id: _id, name: _name, stream_id: _channel, property, value, ...also } = fields;
  return { ...also, [String(property)]: value };
}

function withoutOwn(channel: object): ChannelEntry {
  return Object.fromEntries(Object.entries(channel).filter(([field]) => !(field in OWN))) as ChannelEntry;
}
