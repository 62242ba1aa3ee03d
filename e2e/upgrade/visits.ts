import { setTimeout as delay } from 'node:timers/promises';
import { listSubscriptions } from '@parley/contracts/channels';
import { deleteQueue, registerQueue } from '@parley/contracts/event-queue';
import { listInvitations } from '@parley/contracts/invitations';
import { getMessages } from '@parley/contracts/messaging';
import { getMe } from '@parley/contracts/organization';
import { listPresence } from '@parley/contracts/settings';
import type { Actor } from '../client/actor.js';

const PAUSE_MS = 100;

/** A user who reads from every service in turn, and registers, which asks most of them at once. */
export class Visits {
  /** Answers that are not a success. */
  readonly failures: string[] = [];
  private visiting = true;
  private loop: Promise<void> | undefined;

  /** @param actor may see invitations */
  constructor(private readonly actor: Actor) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.visiting = false;
    await this.loop;
  }

  private async run(): Promise<void> {
    while (this.visiting) {
      await this.visit().catch((error: unknown) => this.failures.push(error instanceof Error ? error.message : String(error)));
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
