import type { MessageWatchers } from '@parley/contracts/messaging';
import type { Audience } from '../fan-out.js';

export function watchersAudience({ channelId, userIds, exceptIds }: MessageWatchers): Audience {
  const people = channelId === null ? { users: userIds } : { channels: [channelId], users: userIds };
  return exceptIds === undefined ? people : { ...people, except: exceptIds };
}
