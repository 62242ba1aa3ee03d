import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { watchersOfChannels } from '@parley/access';
import { channelUpdated } from '@parley/contracts/channels';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { channelsById, Database, type Tx } from '@parley/persistence';
import { z } from 'zod';
import {
  type ActivityChange,
  firstCountedId,
  firstIdSince,
  measuredChannels,
  organizationsToMeasure,
  type Slice,
  storeActivity,
} from './activity.repository.js';
import { activityChanges } from './channel-activity.js';

const refreshActivity = job('channels-refresh-activity', z.object({}));
const EVERY_MS = 3600 * 1000;
/** Messages of two hours, so that none is missed if a run is late. */
const RECENT_MS = 2 * EVERY_MS;
const HOURS_PER_DAY = 24;
const EVERY_ORGANIZATION: Slice = { parts: 1, rest: 0 };

/**
 * Updates is_recently_active and stream_weekly_traffic of channels, and logs the changes: every hour where messages were sent, once a day
 * where values only fall.
 */
@Injectable()
export class RefreshActivity implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly jobs: Jobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(refreshActivity, () => {
      const now = new Date();
      return this.execute(now, { parts: HOURS_PER_DAY, rest: now.getUTCHours() });
    });
    await this.jobs.schedule(refreshActivity, {}, EVERY_MS);
  }

  async execute(now: Date, slice: Slice = EVERY_ORGANIZATION): Promise<void> {
    const reader = this.database.direct;
    const sinceId = await firstCountedId(reader, now);
    const recentId = await firstIdSince(reader, new Date(now.getTime() - RECENT_MS));
    for (const id of await organizationsToMeasure(reader, recentId, slice)) {
      // Counted before the organization's counter is locked, so that sends do not wait. The values are estimates.
      const changes = activityChanges(await measuredChannels(reader, id, sinceId), now);
      if (changes.length > 0) await this.eventLog.change(id, (tx, log) => store(tx, log, id, changes));
    }
  }
}

async function store(tx: Tx, log: ChangeLog, organizationId: number, changes: readonly ActivityChange[]): Promise<void> {
  const channelIds = changes.map(({ channelId }) => channelId);
  const before = await channelsById(tx, organizationId, channelIds);
  const watchers = await watchersOfChannels(tx, organizationId, before);
  await storeActivity(tx, organizationId, changes);
  const byChannel = new Map(changes.map((change) => [change.channelId, change]));
  for (const channel of before) {
    const now = byChannel.get(channel.id);
    if (now === undefined) continue;
    const properties = [
      ...(now.isRecentlyActive === channel.isRecentlyActive ? [] : [{ property: 'is_recently_active', value: now.isRecentlyActive }]),
      ...(now.weeklyTraffic === channel.weeklyTraffic ? [] : [{ property: 'stream_weekly_traffic', value: now.weeklyTraffic }]),
    ];
    if (properties.length === 0) continue;
    const { id: channelId, name, isArchived } = channel;
    log.append(channelUpdated, { channelId, name, isArchived, changes: properties, kept: watchers(channelId) });
  }
}
