import { Inject, Injectable } from '@nestjs/common';
import { type QueueView, registerNarrowRefusal } from '@parley/client-events';
import { apiErrors, type Caller, type CallOf, enforce, type OutputOf, ROLES, type Visitor } from '@parley/contracts';
import type { registerQueue } from '@parley/contracts/event-queue';
import { RawJson } from '@parley/rpc';
import { CONFIG, METRICS, type Requester, Runtime } from '@parley/runtime';
import type { EventQueueConfig } from '../config.js';
import { newQueueId } from '../queues/queue-id.js';
import { AdmitSpectator } from './admit-spectator.js';
import { BotDefaults } from './bot-defaults.js';
import { idleTimeoutSeconds } from './idle-timeout.js';
import { NewQueues } from './new-queues.js';
import { ReadSnapshot } from './read-snapshot.js';
import { refuseAfter } from './refuse-after.js';
import { includeSubscribers, registerOptionsOf } from './register-options.js';
import { RegistrationLimiter } from './registration-limiter.js';
import { serverFields } from './server-fields.js';

type Call = CallOf<typeof registerQueue>;
type Params = Call['params'];

/** Connections reserved for fan-out and polls. */
const SPARED_CONNECTIONS = 3;

/** An event that ends the queues of a person is rare. Two in a row during one registration are a storm of changes. */
const MOST_QUEUES_TRIED = 3;

/**
 * Registers a queue. The queue goes live in every index BEFORE the snapshot is read: an event whose fan-out began earlier is committed, so
 * it is in the snapshot; every later one reaches the queue. Events that are in both are trimmed from the queue afterwards, and its stream
 * refuses the rest, however far fan-out lags. So snapshot + events = state, exactly.
 */
@Injectable()
export class RegisterQueue {
  private readonly limiter: RegistrationLimiter;
  private readonly durations;

  constructor(
    private readonly queues: NewQueues,
    private readonly readSnapshot: ReadSnapshot,
    private readonly botDefaults: BotDefaults,
    private readonly admitSpectator: AdmitSpectator,
    runtime: Runtime,
    @Inject(CONFIG) config: EventQueueConfig,
  ) {
    this.limiter = new RegistrationLimiter({
      atOnce: Math.min(config.MAX_REGISTRATIONS, Math.max(1, config.DATABASE_POOL - SPARED_CONNECTIONS)),
      maxWaiting: config.REGISTRATION_LINE,
      longestWaitMs: config.REGISTRATION_WAIT_SECONDS * 1000,
    });
    runtime.metrics.gauge(METRICS.registrations, (gauge) => {
      gauge.set({ state: 'running' }, this.limiter.running);
      gauge.set({ state: 'waiting' }, this.limiter.waiting);
    });
    this.durations = runtime.metrics.histogram(METRICS.registerSeconds);
  }

  async execute({ caller, params, deadlineAt }: Call): Promise<RawJson> {
    if (!('userId' in caller)) {
      const organizationId = await this.admitSpectator.execute(caller, params);
      const requester = { organizationId, personId: caller.address ?? caller.host };
      return this.timed(requester, () => this.show(caller, organizationId, params), deadlineAt);
    }
    const requested = await this.botDefaults.fill(caller, params);
    checkParams(caller, requested);
    const requester = { organizationId: caller.organizationId, personId: caller.userId };
    return this.timed(requester, () => this.register(caller, requested, deadlineAt), deadlineAt);
  }

  private async timed<T>(requester: Requester, work: () => Promise<T>, deadlineAt: number): Promise<T> {
    const stop = this.durations.startTimer();
    try {
      const answer = await this.limiter.run(requester, work, deadlineAt);
      stop({ outcome: 'ok' });
      return answer;
    } catch (error) {
      stop({ outcome: 'error' });
      throw error;
    }
  }

  /** A visitor without credentials gets only the snapshot, no queue. */
  private async show(visitor: Visitor, organizationId: number, params: Params): Promise<RawJson> {
    const fields = await this.readSnapshot.forSpectator(visitor, organizationId, registerOptionsOf(params, false));
    return answerOf(fields, { queue_id: null, last_event_id: -1, idle_queue_timeout_secs: idleTimeoutSeconds(params.idle_queue_timeout) });
  }

  /**
   * Some events end all queues of a person, such as a new API key. If fan-out handles one while the snapshot is read, it ends the
   * new queue too. The next queue goes live after this event.
   */
  private async register(caller: Caller, params: Params, deadlineAt: number): Promise<RawJson> {
    for (let tried = 0; tried < MOST_QUEUES_TRIED; tried += 1) {
      const answer = await this.registerOneQueue(caller, params, deadlineAt);
      if (answer !== 'queue ended') return answer;
    }
    throw apiErrors.unavailable();
  }

  private async registerOneQueue(caller: Caller, params: Params, deadlineAt: number): Promise<RawJson | 'queue ended'> {
    const idleSeconds = idleTimeoutSeconds(params.idle_queue_timeout);
    const queueFor = (incarnation: string) => viewOf(newQueueId({ ...caller, incarnation }), caller, params);
    const created = await this.queues.create(caller, queueFor, idleSeconds * 1000, deadlineAt);
    const { view, cursor } = created;
    try {
      const snapshot = await this.readSnapshot.execute(caller, registerOptionsOf(params, view.clientGravatar));
      if (view.allPublicStreams && snapshot.role === ROLES.guest) throw apiErrors.allPublicStreamsNotAllowed();
      await this.queues.checkIncarnation(created, snapshot.position);
      // A snapshot older than the queue (read from a lagging standby) would lose the events in between.
      if (snapshot.position.seq < cursor.seq) throw apiErrors.unavailable();
      // After the deadline the client will not get the answer and cannot poll the queue. So the new queue must not end another one either.
      refuseAfter(deadlineAt);
      const position = await this.queues.finish(caller, view.queueId, snapshot.position.seq);
      refuseAfter(deadlineAt);
      if (position === null) return 'queue ended';
      return answerOf(snapshot.fields, { queue_id: view.queueId, last_event_id: position, idle_queue_timeout_secs: idleSeconds });
    } catch (error) {
      await this.queues.abandon(caller, view.queueId);
      throw error;
    }
  }
}

function answerOf(fields: RawJson, queue: Pick<OutputOf<typeof registerQueue>, 'queue_id' | 'last_event_id' | 'idle_queue_timeout_secs'>) {
  return RawJson.merged([RawJson.of({ ...serverFields, ...queue }), fields]);
}

function checkParams(caller: Caller, params: Params): void {
  enforce(registerNarrowRefusal(params.narrow ?? []));
  if (params.all_public_streams === true && caller.role === ROLES.guest) throw apiErrors.allPublicStreamsNotAllowed();
}

function viewOf(queueId: string, caller: Caller, params: Params): QueueView {
  return {
    queueId,
    userId: caller.userId,
    eventTypes: params.event_types ?? null,
    narrow: params.narrow ?? [],
    allPublicStreams: params.all_public_streams ?? false,
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_extavatar ?? true,
    slimPresence: params.slim_presence,
    includeSubscribers: includeSubscribers(params) !== 'false',
    clientName: caller.clientName,
    capabilities: params.client_capabilities ?? {},
  };
}
