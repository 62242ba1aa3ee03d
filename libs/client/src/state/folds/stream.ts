import { channelObject, personalProperties } from '@parley/contracts/channels';
import { z } from 'zod';
import type { Fold } from '../fold.js';
import { CHANNEL_LISTS, changeLists, without } from './channel-lists.js';

/** With the user's own properties if they were subscribed before. */
const revealed = z.union([channelObject.extend({ ...personalProperties.shape, in_home_view: z.boolean() }), channelObject]);
const created = z.object({ streams: z.array(revealed) });
const updated = z.looseObject({ stream_id: z.int(), property: z.string(), value: z.unknown() });
const deleted = z.object({ stream_ids: z.array(z.int()) });

/** The user is not subscribed to a channel that becomes visible. Later events contain its subscribers. */
export const foldStream: Fold = (state, event) => {
  if (event.op === 'create') {
    const { streams } = created.parse(event);
    const known = changeLists(state, ['streams'], (list) => [...list, ...streams.map((channel) => channelObject.parse(channel))]);
    return changeLists(known, ['unsubscribed', 'never_subscribed'], (list, name) => {
      const mine = streams.filter((channel) => 'color' in channel === (name === 'unsubscribed'));
      return [...list, ...mine.map((channel) => ({ ...channel, subscribers: [] }))];
    });
  }
  if (event.op === 'update') {
    // Other fields of an update next to `value` are properties too: rendered_description with description.
    const { type: _type, op: _op, id: _id, name: _name, stream_id, property, value, ...also } = updated.parse(event);
    return changeLists(state, CHANNEL_LISTS, (list) =>
      list.map((entry) => (entry.stream_id === stream_id ? { ...entry, ...also, [property]: value } : entry)),
    );
  }
  if (event.op === 'delete') {
    const { stream_ids } = deleted.parse(event);
    return changeLists(state, CHANNEL_LISTS, (list) => without(list, stream_ids));
  }
  throw new Error(`no fold for stream ${String(event.op)}`);
};
