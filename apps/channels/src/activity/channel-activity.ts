import type { ActivityChange, MeasuredChannel } from './activity.repository.js';
import { isRecentlyActive, weeklyTraffic } from './channel-traffic.js';

export function activityChanges(channels: readonly MeasuredChannel[], now: Date): ActivityChange[] {
  return channels
    .map((channel) => ({ channel, activity: activityOf(channel, now) }))
    .filter(
      ({ channel, activity }) => activity.isRecentlyActive !== channel.isRecentlyActive || activity.weeklyTraffic !== channel.weeklyTraffic,
    )
    .map(({ activity }) => activity);
}

function activityOf({ id, createdAt, lastMessageAt, messages }: MeasuredChannel, now: Date): ActivityChange {
  return {
    channelId: id,
    isRecentlyActive: isRecentlyActive(createdAt, lastMessageAt, now),
    weeklyTraffic: weeklyTraffic(createdAt, messages, now),
  };
}
