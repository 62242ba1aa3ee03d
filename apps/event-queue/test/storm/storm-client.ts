import { setTimeout as delay } from 'node:timers/promises';
import { type Caller, isEphemeral, seqOfEventId } from '@parley/contracts';
import { z } from 'zod';
import { applyEvent, plainState, type StormState } from './storm-events.js';
import type { StormGateway } from './storm-gateway.js';
import type { StormReplica } from './storm-replica.js';

/** What one queue delivered to its client, from registration until it ended. */
export interface Session {
  readonly userId: number;
  readonly snapshotSeq: number;
  /** Ids of logged events, in the order of arrival. */
  readonly received: number[];
  readonly state: StormState;
  ended: boolean;
}

const REGISTER_PARAMS = {
  apply_markdown: false,
  include_subscribers: 'false',
  slim_presence: false,
  presence_history_limit_days: 14,
  all_public_streams: false,
} as const;

const registered = z.object({ queue_id: z.string(), last_event_id: z.int(), state: plainState });

/** A client that registers, polls, updates its state from the events, and registers again when its queue is gone. */
export class StormClient {
  readonly sessions: Session[] = [];
  readonly faults: string[] = [];
  ephemeral = 0;
  private stopped = false;
  private life: Promise<void>;
  private lastEventId = -1;

  constructor(
    private readonly caller: Caller,
    private readonly replica: () => StormReplica,
    private readonly gateway: () => StormGateway,
    private readonly habits: { registersAgain: number; pollsTwice: number; idleSeconds: number },
  ) {
    this.life = this.live();
  }

  get session(): Session | undefined {
    return this.sessions.at(-1);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.life;
  }

  private async live(): Promise<void> {
    while (!this.stopped) {
      const queueId = await this.register();
      if (queueId === null) await delay(50);
      else await this.pollUntilGone(queueId);
    }
  }

  private async register(): Promise<string | null> {
    try {
      const text = await this.replica().register.execute({
        caller: this.caller,
        params: { ...REGISTER_PARAMS, idle_queue_timeout: this.habits.idleSeconds },
        requestId: 'storm',
        deadlineAt: Date.now() + 10_000,
      });
      const answer = registered.parse(JSON.parse(String(text)));
      this.lastEventId = answer.last_event_id;
      this.sessions.push({
        userId: this.caller.userId,
        snapshotSeq: seqOfEventId(answer.last_event_id),
        received: [],
        state: answer.state,
        ended: false,
      });
      return answer.queue_id;
    } catch {
      return null;
    }
  }

  private async pollUntilGone(queueId: string): Promise<void> {
    const { organizationId, userId } = this.caller;
    while (!this.stopped) {
      const poll = () => this.gateway().poll(organizationId, userId, queueId, this.lastEventId);
      const older = Math.random() < this.habits.pollsTwice ? poll() : undefined;
      const answer = await poll();
      if (answer.outcome === 'events') this.take(answer.events);
      else if (answer.outcome === 'bad') return this.endSession();
      else if (answer.outcome === 'retry') await delay(20);
      else if (answer.outcome !== 'superseded') this.faults.push(`${answer.outcome} at ${this.lastEventId}`);
      void older;
      if (Math.random() < this.habits.registersAgain) return this.endSession();
    }
  }

  private endSession(): void {
    const { session } = this;
    if (session !== undefined) session.ended = true;
  }

  private take(events: readonly ({ id: number; type: string } & Record<string, unknown>)[]): void {
    const { session } = this;
    if (session === undefined) return;
    for (const event of events) {
      if (event.id <= this.lastEventId) this.faults.push(`id ${event.id} after ${this.lastEventId}`);
      this.lastEventId = event.id;
      if (isEphemeral(event.id)) this.ephemeral += 1;
      else session.received.push(event.id);
      applyEvent(session.state, event);
    }
  }
}
