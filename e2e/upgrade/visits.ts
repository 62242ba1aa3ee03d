import { setTimeout as delay } from 'node:timers/promises';
import { listSubscriptions } from '@parley/contracts/channels';
import { deleteQueue, registerQueue } from '@parley/contracts/event-queue';
import { listInvitations } from '@parley/contracts/invitations';
import { getMessages } from '@parley/contracts/messaging';
import { getMe } from '@parley/contracts/organization';
import { listPresence } from '@parley/contracts/settings';
import { Refused } from '../client/actor.js';
import type { NotedActor } from '../client/request-log.js';

const PAUSE_MS = 100;
const NOT_NOW = 503;

/**
 * A user who reads from every service in turn, and registers, which asks most of them at once. The log of their requests tells whether a 503
 * is a failure, because it knows how late it came.
 */
export class Visits {
  /** Answers that are neither a success nor a 503. */
  readonly failures: string[] = [];
  private visiting = true;
  private loop: Promise<void> | undefined;

  /** @param actor may see invitations */
  constructor(private readonly actor: NotedActor) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.visiting = false;
    await this.loop;
  }

  private async run(): Promise<void> {
    while (this.visiting) {
      await this.visit().catch((error: unknown) => {
        if (!(error instanceof Refused && error.status === NOT_NOW))
          this.failures.push(error instanceof Error ? error.message : String(error));
      });
      await delay(PAUSE_MS);
    }
  }

  /** @throws Refused, NoAnswer */
  async visit(): Promise<void> {
    await this.actor.ok(getMe, {});
    await this.actor.ok(listSubscriptions, {});
    await this.actor.ok(listPresence, {});
    await this.actor.ok(listInvitations, {});
    await this.actor.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0 });
    const { queue_id } = await this.actor.ok(registerQueue, {});
    await this.actor.ok(deleteQueue, { queue_id: queue_id ?? '' });
  }
}
