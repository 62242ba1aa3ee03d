import { type PollAnswer, pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import type { Bus, Unsubscribe } from '@parley/rpc';
import type { StormReplica } from './storm-replica.js';

interface Hold {
  readonly organizationId: number;
  readonly userId: number;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly waiter: string;
  askedAt: number;
  inCall: boolean;
  dirty: boolean;
  settle: (answer: PollAnswer) => void;
}

const SWEEP_MS = 100;
/** The real gateway polls again after 5 s of silence; a test has less time. */
const SILENCE_MS = 300;

/** A minimal form of how the gateway holds polls. */
export class StormGateway {
  private readonly holds = new Map<string, Hold>();
  private readonly subscriptions: Unsubscribe[];
  private readonly timer: NodeJS.Timeout;
  private token = 0;

  constructor(
    private readonly id: string,
    private readonly replicas: () => StormReplica,
    bus: Bus,
  ) {
    this.subscriptions = [
      bus.subscribe(queuesWoken, ({ queues }) => this.wakeAll(queues), id),
      bus.subscribe(pollReleased, ({ waiter }) => this.end(waiter, { outcome: 'superseded' }), id),
    ];
    this.timer = setInterval(() => this.sweep(), SWEEP_MS);
  }

  poll(organizationId: number, userId: number, queueId: string, lastEventId: number): Promise<PollAnswer> {
    return new Promise((resolve) => {
      const waiter = `${this.id}|${this.token++}`;
      const hold: Hold = {
        organizationId,
        userId,
        queueId,
        lastEventId,
        waiter,
        askedAt: Date.now(),
        inCall: false,
        dirty: false,
        settle: resolve,
      };
      this.holds.set(waiter, hold);
      void this.ask(hold, 'first');
    });
  }

  stop(): void {
    clearInterval(this.timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    for (const waiter of this.holds.keys()) this.end(waiter, { outcome: 'superseded' });
  }

  private async ask(hold: Hold, mode: 'first' | 'again'): Promise<void> {
    hold.inCall = true;
    hold.askedAt = Date.now();
    let answer: PollAnswer;
    try {
      const { organizationId, userId, queueId, lastEventId, waiter } = hold;
      const [first] = await this.replicas().poll.execute([{ organizationId, userId, queueId, lastEventId, waiter, mode }]);
      answer = first ?? { outcome: 'retry' };
    } catch {
      answer = { outcome: 'retry' };
    }
    hold.inCall = false;
    if (answer.outcome === 'retry' && mode === 'first') return this.end(hold.waiter, answer);
    if (answer.outcome !== 'hold' && answer.outcome !== 'retry') return this.end(hold.waiter, answer);
    if (hold.dirty && this.holds.has(hold.waiter)) {
      hold.dirty = false;
      return this.ask(hold, 'again');
    }
  }

  private wakeAll(queues: readonly { waiter: string }[]): void {
    for (const { waiter } of queues) this.wake(waiter);
  }

  private wake(waiter: string): void {
    const hold = this.holds.get(waiter);
    if (hold === undefined) return;
    if (hold.inCall) hold.dirty = true;
    else void this.ask(hold, 'again');
  }

  private end(waiter: string, answer: PollAnswer): void {
    const hold = this.holds.get(waiter);
    this.holds.delete(waiter);
    hold?.settle(answer);
  }

  private sweep(): void {
    for (const hold of this.holds.values()) {
      if (!hold.inCall && Date.now() - hold.askedAt > SILENCE_MS) void this.ask(hold, 'again');
    }
  }
}
