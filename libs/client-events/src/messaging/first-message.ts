import { ALL_ROLES, ROLES } from '@parley/contracts';
import { type FirstMessage, firstMessageChanged } from '@parley/contracts/messaging';
import { fanOut, type Part } from '../fan-out.js';

const ADMINISTRATORS = [ROLES.owner, ROLES.administrator];
const NOT_GUESTS = ALL_ROLES.filter((role) => role !== ROLES.guest);

export const firstMessageChangedFanOut = fanOut(firstMessageChanged, {
  parts: (changed) => [firstMessagePart(changed)],
});

/** Sends the first message id to all users who can see the channel. */
export function firstMessagePart({ messageId, ...channel }: FirstMessage): Part {
  return channelPropertyPart(channel, 'first_message_id', messageId);
}

/** Sends a channel property that depends on its messages to all users who can see the channel. */
export function channelPropertyPart(
  { channelId, channelName, isPublic, watchers }: Omit<FirstMessage, 'messageId'>,
  property: string,
  value: number | boolean | null,
): Part {
  const { roles, userIds } = watchers ?? { roles: isPublic ? NOT_GUESTS : ADMINISTRATORS, userIds: [] };
  return {
    clientType: 'stream',
    audience: { channels: [channelId], roles, users: userIds },
    render: () => ({ type: 'stream', op: 'update', stream_id: channelId, name: channelName, property, value }),
  };
}
