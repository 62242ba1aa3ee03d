import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { NatsContext, ServerNats } from '@nestjs/microservices';
import { ApiError, actorKindOf, apiErrors, type CallOf, type Contract } from '@parley/contracts';
import { METRICS, type Runtime, runCall, runInRequestContext, type Span } from '@parley/runtime';
import { lastValueFrom } from 'rxjs';
import { CallFrames, type CallHead, type ReceivedCall } from './call-frames.js';
import { expensiveCallsGate, requesterOf } from './expensive-calls.js';
import type { NatsLink } from './nats-connection.js';
import { Replies } from './reply.js';
import { Seals } from './seals.js';
import { SeenCalls } from './seen-calls.js';
import { servedContract } from './serves.js';

/** Longest wait for calls under way when the process stops. A little over the default timeout of a call. */
const DRAIN_MS = 6_000;
const DRAIN_STEP_MS = 20;
/** Takes a few milliseconds. */
const STEP_BYTES = 2 * 1024 * 1024;
const UNAVAILABLE = 503;

/**
 * Nest's NATS transport with Parley's call protocol: sealed calls, each executed once and before its deadline, parameters parsed again by the
 * contract, typed errors, answers of any size. Controllers, injection, filters and interceptors are Nest's.
 */
export class NatsRpcServer extends ServerNats {
  private readonly frames: CallFrames;
  private readonly replies: Replies;
  private readonly seen = new SeenCalls();
  private readonly durations;
  private readonly refusals;
  private readonly expensiveCalls;
  private readonly served: Subscription[] = [];
  private inHand = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly runtime: Runtime,
    private readonly queue: string,
  ) {
    super({});
    const seals = new Seals(runtime.config);
    this.frames = new CallFrames(seals);
    this.replies = new Replies(seals);
    this.expensiveCalls = expensiveCallsGate(runtime);
    this.durations = runtime.metrics.histogram(METRICS.rpcHandlerSeconds);
    this.refusals = runtime.metrics.counter(METRICS.rpcRefusedCalls);
    runtime.metrics.gauge(METRICS.rpcCallsInHand, (gauge) => gauge.set(this.inHand));
  }

  override async createNatsClient(): Promise<NatsConnection> {
    return this.link.connection;
  }

  /** @throws when a service has two handlers of a contract */
  override addHandler(...[pattern, ...handler]: Parameters<ServerNats['addHandler']>): void {
    if (this.messageHandlers.has(String(pattern))) throw new Error(`${String(pattern)} is served twice`);
    super.addHandler(pattern, ...handler);
  }

  override bindEvents(connection: NatsConnection): void {
    for (const subject of this.messageHandlers.keys()) {
      const callback = (error: Error | null, message: Msg) => {
        if (error === null) void this.handleMessage(subject, message);
      };
      this.served.push(connection.subscribe(this.link.subject(subject), { queue: this.queue, callback }));
      if (servedContract(subject)?.addressable === true)
        this.served.push(connection.subscribe(this.link.subject(`${subject}.${this.runtime.address}`), { callback }));
    }
  }

  /** NatsLink logs the status once for all users of the connection. */
  override async handleStatusUpdates(): Promise<void> {
    // Nothing to do here.
  }

  override async handleMessage(subject: string, message: Msg): Promise<void> {
    const contract = servedContract(subject);
    if (contract === undefined) return;
    const call = this.frames.read({ subject: message.subject, reply: message.reply ?? '' }, message.data);
    const verdict = call === undefined ? 'forged' : this.seen.note(call.id, call.deadlineAt);
    // No answer: a sender without the secret learns nothing, and the caller of a late call does not wait any more.
    if (call === undefined || verdict !== 'new') {
      this.refusals.inc({ reason: verdict });
      if (verdict !== 'too-late') this.runtime.logger.error({ subject, reason: verdict }, 'rejected an RPC call');
      return;
    }
    this.inHand += 1;
    const span = this.spanOf(contract, call);
    try {
      const serve = () => runCall(call.deadlineAt, () => this.serve(subject, contract, call, message));
      const failure = await runInRequestContext(contextOf(call), serve, span);
      span?.end(failure);
    } finally {
      this.inHand -= 1;
    }
  }

  /** Only for a call that is part of a trace. The calls that processes make on their own are too many to trace. */
  private spanOf({ service, name }: Contract, { traceparent, requestId, caller }: ReceivedCall): Span | undefined {
    if (traceparent === undefined) return undefined;
    const of = 'userId' in caller ? { 'parley.organization.id': caller.organizationId, 'parley.user.id': caller.userId } : {};
    return this.runtime.tracing?.start(`${service}.${name}`, { traceparent, requestId }, { kind: 'server', attributes: of });
  }

  /** Returns the failure of the call, if it failed by no fault of the caller. */
  private async serve(subject: string, contract: Contract, received: ReceivedCall, message: Msg): Promise<unknown> {
    const stop = this.durations.startTimer({ call: contract.name });
    try {
      const { caller, requestId, deadlineAt, params } = received;
      const call: CallOf<Contract> = { caller, requestId, deadlineAt, params: contract.input.parse(params) };
      const handler = this.messageHandlers.get(subject);
      if (handler === undefined) throw new Error(`no handler for ${subject}`);
      const work = async () => {
        const answers = this.transformToObservable(await handler(call, new NatsContext([subject, message.headers])));
        const answer: unknown = await lastValueFrom(answers, { defaultValue: {} });
        await this.sendInSteps(message, this.replies.ofAnswer(received.id, answer, received.held));
      };
      await (contract.expensive === true ? this.expensiveCalls.run(requesterOf(caller), work, { deadlineAt }) : work());
      stop({ outcome: 'ok' });
      return undefined;
    } catch (error) {
      const shown = this.shownFor(error);
      // A handler that throws 503 itself is shedding load. An error line for each such call would add to the load.
      const level = error === shown && shown.status === UNAVAILABLE ? 'debug' : 'error';
      if (shown.status >= 500) this.runtime.logger[level]({ err: error, call: contract.name }, 'call failed');
      this.respond(message, this.replies.ofError(received.id, shown));
      stop({ outcome: shown.code });
      return shown.status >= 500 ? error : undefined;
    }
  }

  /** In steps: sealing tens of megabytes at once would block the process. */
  private async sendInSteps(message: Msg, pieces: Iterable<Uint8Array>): Promise<void> {
    let bytes = 0;
    for (const piece of pieces) {
      if (bytes > STEP_BYTES) {
        await nextTurn();
        bytes = 0;
      }
      this.respond(message, piece);
      bytes += piece.length;
    }
  }

  private respond({ reply }: Msg, bytes: Uint8Array): void {
    if (reply !== undefined && reply !== '') this.link.publish(reply, bytes);
  }

  /** The error that the caller gets: an ApiError as it is, 503 while a store is away, and no details of any other fault. */
  private shownFor(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    return this.runtime.passingFailures.includes(error) ? apiErrors.unavailable() : apiErrors.internal();
  }

  /** Accepts no new calls and finishes those under way. The connection belongs to NatsLink and stays open for the answers. */
  override async close(): Promise<void> {
    for (const subscription of this.served.splice(0))
      subscription.drain().catch((err: unknown) => this.runtime.logger.warn({ err }, 'failed to drain a subscription'));
    const deadline = Date.now() + DRAIN_MS;
    do await delay(DRAIN_STEP_MS);
    while (this.inHand > 0 && Date.now() < deadline);
  }
}

function contextOf({ caller, requestId }: CallHead) {
  const context = { requestId, actor: actorKindOf(caller) };
  return 'userId' in caller ? { ...context, organizationId: caller.organizationId, userId: caller.userId } : context;
}
