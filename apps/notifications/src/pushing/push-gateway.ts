import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { dropPushTokens } from '@parley/contracts/settings';
import { type PushOutcome, PushSenders, type PushTarget } from '@parley/push';
import { RpcClient } from '@parley/rpc';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import { type NoticeParts, noticeFor } from './push-notices.js';
import type { Reached } from './push-targets.repository.js';

export interface Sent {
  readonly reached: Reached;
  readonly outcome: PushOutcome;
}

interface Person {
  readonly organizationId: number;
  readonly userId: number;
}

/** Sends a notification to devices of a person, and asks settings to drop invalid tokens. */
@Injectable()
export class PushGateway implements OnApplicationShutdown {
  private readonly senders: PushSenders;
  private readonly outcomes;
  private readonly seconds;

  constructor(
    @Inject(CONFIG) config: NotificationsConfig,
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {
    this.senders = new PushSenders(config);
    this.outcomes = runtime.metrics.counter(METRICS.pushNotifications);
    this.seconds = runtime.metrics.histogram(METRICS.pushSeconds);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.senders.close();
  }

  async send(person: Person, all: readonly Reached[], parts: NoticeParts): Promise<Sent[]> {
    const sent = await Promise.all(all.map(async (reached) => ({ reached, outcome: await this.sendOne(reached, parts) })));
    await this.drop(person, sent);
    return sent;
  }

  private async sendOne(reached: Reached, parts: NoticeParts): Promise<PushOutcome> {
    const { service } = reached.target;
    const end = this.seconds.startTimer({ push_service: service });
    const outcome = await this.senders.send(reached.target, await noticeFor(reached, parts));
    end();
    this.outcomes.inc({ push_service: service, outcome: outcome.kind });
    if (outcome.kind === 'unauthorized') {
      this.runtime.logger.error({ pushService: service, reason: outcome.reason }, 'a push service does not accept our keys');
    } else if (outcome.kind === 'refused')
      this.runtime.logger.warn({ pushService: service, reason: outcome.reason }, 'a push service refused a notification');
    return outcome;
  }

  private async drop({ organizationId, userId }: Person, sent: readonly Sent[]): Promise<void> {
    const tokens = sent.flatMap(({ reached: { target }, outcome }) =>
      outcome.kind === 'gone' ? [{ service: target.service, token: target.token, before: outcome.at?.getTime() }] : [],
    );
    if (tokens.length === 0) return;
    try {
      await this.rpc.call(dropPushTokens, { organizationId, userId, tokens }, SYSTEM_VISITOR);
    } catch (err) {
      // The next notification finds them again.
      this.runtime.logger.warn({ err, organizationId, userId }, 'failed to drop push tokens');
    }
  }
}

/** A digest that is stored instead of the token, to know which devices a delivery has reached. */
export function digestOf({ service, token }: PushTarget): string {
  return createHash('sha256').update(`${service} ${token}`).digest('base64url').slice(0, 22);
}
