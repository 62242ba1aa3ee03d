import { z } from 'zod';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly op?: unknown;
}

const streams = z.object({ streams: z.array(z.object({ stream_id: z.int(), invite_only: z.boolean() })) });
const streamIds = z.object({ stream_ids: z.array(z.int()) });
const subscriptions = z.object({ subscriptions: z.array(z.object({ stream_id: z.int() })) });
const update = z.object({ stream_id: z.int(), property: z.string(), value: z.unknown() });
const message = z.object({ message: z.object({ id: z.int(), stream_id: z.int().optional() }) });

/**
 * Follows the events of one queue about one channel that its owner did not know before. Records every event that reveals the channel while
 * the owner may not know of it, and every gain or loss of access that is out of order (promise P6: create, then the subscription, then
 * messages; nothing more after the loss).
 */
export class AccessChecker {
  readonly faults: string[] = [];
  readonly messageIds: number[] = [];
  private isKnown = false;
  private isSubscribed = false;
  private isPrivate = true;
  private lastId = -1;

  constructor(
    private readonly channelId: number,
    private readonly queue: { readonly allPublic: boolean },
  ) {}

  check(event: Event): void {
    if (event.id <= this.lastId) this.fault(event, 'is out of order');
    this.lastId = event.id;
    if (event.type === 'message') this.checkMessage(event);
    if (event.type === 'stream') this.checkStream(event);
    if (event.type === 'subscription') this.checkSubscription(event);
  }

  private checkMessage(event: Event): void {
    const { id, stream_id } = message.parse(event).message;
    if (stream_id !== this.channelId) return;
    const mayReceive = this.isSubscribed || (this.queue.allPublic && !this.isPrivate);
    if (!this.isKnown || !mayReceive) this.fault(event, 'is of a channel without access');
    if (id <= (this.messageIds.at(-1) ?? 0)) this.fault(event, 'is repeated or too late');
    this.messageIds.push(id);
  }

  private checkStream(event: Event): void {
    if (event.op === 'create') {
      const created = streams.parse(event).streams.find(({ stream_id }) => stream_id === this.channelId);
      if (created === undefined) return;
      if (this.isKnown) this.fault(event, 'creates a known channel');
      this.isKnown = true;
      this.isPrivate = created.invite_only;
    } else if (event.op === 'delete') {
      if (!streamIds.parse(event).stream_ids.includes(this.channelId)) return;
      if (!this.isKnown) this.fault(event, 'deletes an unknown channel');
      this.isKnown = false;
      this.isSubscribed = false;
    } else {
      const { stream_id, property, value } = update.parse(event);
      if (stream_id !== this.channelId) return;
      if (!this.isKnown) this.fault(event, 'is about an unknown channel');
      if (property === 'invite_only') this.isPrivate = value === true;
    }
  }

  private checkSubscription(event: Event): void {
    const isAboutIt =
      event.op === 'peer_add' || event.op === 'peer_remove'
        ? streamIds.parse(event).stream_ids.includes(this.channelId)
        : subscriptions.safeParse(event).data?.subscriptions.some(({ stream_id }) => stream_id === this.channelId);
    if (isAboutIt !== true) return;
    if (!this.isKnown) this.fault(event, 'is about an unknown channel');
    if (event.op === 'add') this.isSubscribed = true;
    if (event.op === 'remove') this.isSubscribed = false;
  }

  private fault(event: Event, what: string): void {
    this.faults.push(`${event.type} ${String(event.op ?? '')} ${event.id} ${what}`);
  }
}
