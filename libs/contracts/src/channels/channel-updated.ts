import { z } from 'zod';
import { channelWatchers } from '../channel-watchers.js';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { groupSettingValue } from '../group-setting-value.js';
import { channelObject } from './channel-object.js';
import { formerSubscriber } from './former-subscriber.js';

const value = z.union([groupSettingValue, z.string(), z.boolean(), z.null()]);

/** Users by role and by id, without `except`: its subscribers, and users whose visibility does not change for another reason. */
const people = z.object({ ...channelWatchers.shape, except: z.array(z.int()) });

const payload = z.object({
  channelId: z.int(),
  /** Before this event. */
  name: z.string(),
  /** Clients that do not know archived channels receive nothing about one. */
  isArchived: z.boolean(),
  /** In the order in which clients receive them. */
  changes: z.array(
    z.object({
      property: z.string(),
      value,
      /** Further changed fields of the channel, which clients expect next to `value`. */
      also: z.record(z.string(), value).optional(),
    }),
  ),
  /** Users who could see the channel before and can after, without being subscribed. */
  kept: channelWatchers,
  gained: people
    .extend({
      channel: channelObject,
      subscriberIds: z.array(z.int()),
      /** Users among them who were subscribed in the past. */
      former: z.array(formerSubscriber).optional(),
    })
    .optional(),
  lost: people.optional(),
});
export type ChannelUpdated = z.infer<typeof payload>;

/** A channel changed: its properties, and with them perhaps who can see it. */
export const channelUpdated: DomainEvent<'channel.updated', ChannelUpdated> = domainEvent({
  type: 'channel.updated',
  owner: 'channels',
  payload,
});
