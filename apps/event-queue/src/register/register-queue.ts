import { Inject, Injectable } from '@nestjs/common';
import {
  apiErrors,
  type Caller,
  type CallOf,
  type OutputOf,
  type QueueView,
  ROLES,
  registerNarrowProblem,
  type registerQueue,
  type Visitor,
} from '@parley/contracts';
import type { LogPosition } from '@parley/event-log';
import { JsonText } from '@parley/rpc';
import { CONFIG, type ConfigOf, Runtime } from '@parley/runtime';
import { BuildIndex } from '../bootstrap/build-index.js';
import { EndQueues } from '../fan-out/end-queues.js';
import { newQueueId } from '../queues/queue-id.js';
import { QueueStore } from '../queues/queue-store.js';
import { toDescriptor } from '../queues/queue-views.js';
import { Admission } from './admission.js';
import { AdmitSpectator } from './admit-spectator.js';
import { BotDefaults } from './bot-defaults.js';
import { idleTimeoutSeconds } from './idle-timeout.js';
import { ReadSnapshot } from './read-snapshot.js';
import { includeSubscribers, registerOptionsOf } from './register-options.js';
import { serverFields } from './server-fields.js';

type Call = CallOf<typeof registerQueue>;
type Params = Call['params'];

/** Connections that fan-out and polls keep for themselves. */
const SPARED_CONNECTIONS = 3;

/**
 * Registers a queue (spec 4.20). The queue goes live in every index BEFORE the snapshot is read: an event whose fan-out began earlier is
 * committed, so it is in the snapshot; every later one reaches the queue. What both hold is trimmed from the queue afterwards, and its
 * stream refuses the rest, however far fan-out lags. So snapshot + events = state, exactly.
 */
@Injectable()
export class RegisterQueue {
  private readonly admission: Admission;
  private readonly durations;

  constructor(
    private readonly store: QueueStore,
    private readonly buildIndex: BuildIndex,
    private readonly readSnapshot: ReadSnapshot,
    private readonly botDefaults: BotDefaults,
    private readonly admitSpectator: AdmitSpectator,
    private readonly endQueues: EndQueues,
    private readonly runtime: Runtime,
    @Inject(CONFIG) config: ConfigOf<'eventQueue'>,
  ) {
    this.admission = new Admission({
      atOnce: Math.min(config.MAX_REGISTRATIONS, Math.max(1, config.DATABASE_POOL - SPARED_CONNECTIONS)),
      longestLine: config.REGISTRATION_LINE,
      longestWaitMs: config.REGISTRATION_WAIT_SECONDS * 1000,
    });
    this.durations = runtime.metrics.histogram('parley_register_seconds', 'Duration of queue registrations.', ['outcome']);
  }

  async execute({ caller, params, deadlineAt }: Call): Promise<JsonText> {
    if (!('userId' in caller)) {
      const organizationId = await this.admitSpectator.execute(caller, params);
      return this.timed(() => this.show(caller, organizationId, params), deadlineAt);
    }
    const asked = await this.botDefaults.fill(caller, params);
    checkParams(caller, asked);
    return this.timed(() => this.register(caller, asked, deadlineAt), deadlineAt);
  }

  private async timed<T>(work: () => Promise<T>, deadlineAt: number): Promise<T> {
    const stop = this.durations.startTimer();
    try {
      const answer = await this.admission.run(work, deadlineAt);
      stop({ outcome: 'ok' });
      return answer;
    } catch (error) {
      stop({ outcome: 'error' });
      throw error;
    }
  }

  /** Without credentials there is no queue, only the snapshot (spec 4.20). */
  private async show(visitor: Visitor, organizationId: number, params: Params): Promise<JsonText> {
    const fields = await this.readSnapshot.forSpectator(visitor, organizationId, registerOptionsOf(params, false));
    return answerOf(fields, { queue_id: null, last_event_id: -1, idle_queue_timeout_secs: idleTimeoutSeconds(params.idle_queue_timeout) });
  }

  private async register(caller: Caller, params: Params, deadlineAt: number): Promise<JsonText> {
    const idleSeconds = idleTimeoutSeconds(params.idle_queue_timeout);
    const { view, cursor } = await this.create(caller, params, idleSeconds * 1000);
    try {
      const snapshot = await this.readSnapshot.execute(caller, registerOptionsOf(params, view.clientGravatar));
      if (view.allPublicStreams && snapshot.role === ROLES.guest) throw notAuthorized();
      await this.checkIncarnation(caller, cursor, snapshot.position);
      // A snapshot from before the queue went live (read from a replica that lags) would lose what lies between.
      if (snapshot.position.seq < cursor.seq) throw apiErrors.unavailable();
      const position = await this.store.finish(caller.organizationId, view.queueId, snapshot.position.seq);
      // Nobody waits for the answer any more, so nobody would ever poll the queue.
      if (position === null || Date.now() > deadlineAt) throw apiErrors.unavailable();
      return answerOf(snapshot.fields, { queue_id: view.queueId, last_event_id: position, idle_queue_timeout_secs: idleSeconds });
    } catch (error) {
      await this.abandon(caller, view.queueId);
      throw error;
    }
  }

  /** The queue, and the cursor at which it went live. Without an index (first queue, wiped Redis) that is built first. */
  private async create(caller: Caller, params: Params, idleMs: number): Promise<{ view: QueueView; cursor: LogPosition }> {
    const { organizationId } = caller;
    for (;;) {
      const current = await this.store.cursor(organizationId);
      if (current === null) {
        await this.buildIndex.execute(organizationId);
        continue;
      }
      const { incarnation } = current;
      const view = viewOf(newQueueId({ ...caller, incarnation }), caller, params);
      const seq = await this.store.create(organizationId, {
        queueId: view.queueId,
        incarnation,
        userId: view.userId,
        descriptor: toDescriptor(view),
        idleMs,
        wantsAllPublicChannels: view.allPublicStreams,
      });
      if (seq !== null) return { view, cursor: { seq, incarnation } };
    }
  }

  /** The queue follows another incarnation of the log than the snapshot shows: nothing would explain what lies between. */
  private async checkIncarnation({ organizationId }: Caller, { incarnation }: LogPosition, snapshot: LogPosition): Promise<void> {
    if (incarnation === snapshot.incarnation) return;
    const current = await this.store.cursor(organizationId);
    if (current?.incarnation === incarnation) await this.endQueues.ofOtherIncarnation(organizationId, current, snapshot.incarnation);
    throw apiErrors.unavailable();
  }

  /** An unfinished queue also dies by itself, after a minute. */
  private async abandon({ organizationId, userId }: Caller, queueId: string): Promise<void> {
    try {
      await this.store.remove(organizationId, queueId, userId);
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to remove an incomplete queue');
    }
  }
}

function answerOf(fields: JsonText, queue: Pick<OutputOf<typeof registerQueue>, 'queue_id' | 'last_event_id' | 'idle_queue_timeout_secs'>) {
  return JsonText.merged([JsonText.of({ ...serverFields, ...queue }), fields]);
}

function checkParams(caller: Caller, params: Params): void {
  const problem = registerNarrowProblem(params.narrow ?? []);
  if (problem !== undefined) throw apiErrors.badRequest({ msg: problem });
  if (params.all_public_streams === true && caller.role === ROLES.guest) throw notAuthorized();
}

function notAuthorized() {
  return apiErrors.badRequest({ msg: 'User not authorized for this query' });
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
