import { Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent } from '@parley/contracts';
import { channelCreated } from '@parley/contracts/channels';
import { messageSent } from '@parley/contracts/messaging';
import { organizationUpdated } from '@parley/contracts/organization';
import { Mail } from '@parley/mail';
import type { Tx } from '@parley/persistence';
import { LRUCache } from 'lru-cache';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../following/notification-channel.js';
import { rescheduleDigest, scheduleDigest } from './digest-runs.repository.js';

const MAX_ORGANIZATIONS = 20_000;
/**
 * How long an organization counts as one without digests. If it turns them on meanwhile, the process that takes that event schedules the
 * digest.
 */
const OFF_MS = 10 * 60_000;
/** If another process makes the digest earlier, because its weekday has changed, this one schedules the next digest at most an hour late. */
const MOST_MS = 3_600_000;

/**
 * Schedules the next digest of an organization when something happens that a digest tells of. So an organization that sleeps, or sends no digests,
 * costs nothing. What was scheduled is remembered, so most batches need no statement.
 */
@Injectable()
export class DigestActivity implements NotificationChannel {
  readonly name = 'digest';
  readonly events: readonly DomainEvent[] = [messageSent, channelCreated, organizationUpdated];
  /** Organizations that need no scheduling until their entry expires. */
  private readonly settled = new LRUCache<number, true>({ max: MAX_ORGANIZATIONS, ttl: OFF_MS });
  /** Lifetimes in ms of entries to be added to `settled` once the transaction commits. */
  private readonly undecided = new Map<number, number>();

  constructor(mail: Mail, channels: NotificationChannels) {
    if (mail.isConfigured) channels.add(this);
  }

  async take(tx: Tx, { organizationId, events }: NotificationBatch): Promise<void> {
    this.undecided.delete(organizationId);
    const isConfigured = events.some(changesDigests);
    if (isConfigured) await rescheduleDigest(tx, organizationId);
    else if (this.settled.has(organizationId)) return;
    const first = events.find((event) => isConfigured || isActivity(event));
    if (first === undefined) return;
    const seconds = await scheduleDigest(tx, organizationId, first.at / 1_000);
    this.undecided.set(organizationId, seconds === undefined ? OFF_MS : Math.min(seconds * 1_000, MOST_MS));
  }

  taken(organizationId: number): void {
    const ttl = this.undecided.get(organizationId);
    this.undecided.delete(organizationId);
    if (ttl === undefined) return;
    if (ttl > 0) this.settled.set(organizationId, true, { ttl });
    else this.settled.delete(organizationId);
  }
}

function isActivity({ type, payload }: LoggedEvent): boolean {
  return (
    type === channelCreated.type || (type === messageSent.type && messageSent.payload.parse(payload).message.recipient.kind === 'channel')
  );
}

function changesDigests({ type, payload }: LoggedEvent): boolean {
  if (type !== organizationUpdated.type) return false;
  return organizationUpdated.payload.parse(payload).changes.some(({ property }) => property.startsWith('digest_'));
}
