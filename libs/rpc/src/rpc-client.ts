import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ClosedConnectionError, createInbox, DrainingConnectionError, type Msg } from '@nats-io/transport-node';
import { ApiError, apiErrorShapeSchema, apiErrors, type Caller, type Contract, type Visitor } from '@parley/contracts';
import { currentSpan, METRICS, type Runtime, requestContext } from '@parley/runtime';
import type { z } from 'zod';
import { CallFrames, type CallHead } from './call-frames.js';
import type { NatsLink } from './nats-connection.js';
import { parseReply } from './parse-reply.js';
import type { RawJson } from './raw-json.js';
import { type Answer, ReplyAssembly } from './reply.js';
import { Seals } from './seals.js';
import { HeldTexts } from './shared-texts.js';
import { cellSubject, subjectOf } from './subject.js';

export interface CallOptions {
  /** Overrides the contract's timeout. */
  readonly timeoutMs?: number;
  readonly requestId?: string;
  /** The process that is called first, for a contract that is `addressable`. If it does not answer, any other is called. */
  readonly to?: string;
  /** The cell that is called, if it is not the first: see `cellSubject`. */
  readonly cell?: string | undefined;
  /** Ends the wait: the call fails as unavailable, whether it was executed or not. */
  readonly signal?: AbortSignal;
}

interface PendingCall {
  readonly assembly: ReplyAssembly;
  readonly settle: (outcome: Outcome) => void;
}
type Outcome = Answer | { kind: 'not-served' } | { kind: 'silence' } | { kind: 'disconnected' };

interface Attempt {
  readonly head: CallHead;
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
  /** What `HeldTexts` keeps texts by. Undefined if answers to this call share none. */
  readonly textsOf: string | undefined;
}

/** Delay between two attempts while no replica serves the subject. A replaced replica is back within a second or two. */
const NOT_SERVED_RETRY_MS = 50;
const CLIENT = { kind: 'client' } as const;

/**
 * Calls contracts of other services. Every call ends by its deadline: with the answer, with the service's ApiError, or with 503. A call
 * that no replica received is retried until the deadline; one whose answer was lost is retried only if the contract is safe to retry. A call that
 * cannot be sent at all, for example because it is too large, fails with the error of the NATS client.
 */
export class RpcClient {
  private readonly inbox: string;
  private readonly pending = new Map<string, PendingCall>();
  private readonly seals: Seals;
  private readonly frames: CallFrames;
  private readonly durations;
  private readonly strangers;
  private readonly heldTexts = new HeldTexts();
  private nextToken = 0;

  constructor(
    private readonly link: NatsLink,
    private readonly runtime: Runtime,
  ) {
    this.inbox = createInbox(inboxPrefix(runtime.service));
    this.seals = new Seals(runtime.config);
    this.frames = new CallFrames(this.seals);
    this.strangers = runtime.metrics.counter(METRICS.rpcStrangeAnswers);
    this.durations = runtime.metrics.histogram(METRICS.rpcCallSeconds);
    runtime.metrics.gauge(METRICS.rpcPendingCalls, (gauge) => gauge.set(this.pending.size));
    link.connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (error === null || error === undefined) this.receive(message);
      },
    });
  }

  /** @throws ApiError of the service, `unavailable`, or `internal` if the answer does not match the contract. */
  async call<I, O, W extends Caller | Visitor>(
    contract: Contract<I, O, W>,
    params: NoInfer<I>,
    who: W,
    options: CallOptions = {},
  ): Promise<O> {
    return this.parsed(contract, contract.output, await this.callForRawJson(contract, params, who, options));
  }

  /**
   * Like `call`, but does not parse the answer. For callers that only pass it on to a client, because parsing and serializing large answers would
   * cost more than the rest of the call, and for those that need none.
   */
  async callForRawJson<I, W extends Caller | Visitor>(
    contract: Contract<I, unknown, W>,
    params: NoInfer<I>,
    who: W,
    options: CallOptions = {},
  ): Promise<RawJson> {
    const startedAt = performance.now();
    const observe = (outcome: string) => this.durations.observe({ call: contract.name, outcome }, (performance.now() - startedAt) / 1000);
    const span = currentSpan()?.child(`${contract.service}.${contract.name}`, CLIENT);
    try {
      const text = await this.tryUntilDeadline(contract, Buffer.from(JSON.stringify(params)), who, options, span?.traceparent);
      observe('ok');
      span?.end();
      return text;
    } catch (error) {
      observe('error');
      span?.end(error instanceof ApiError && error.status < 500 ? undefined : error);
      throw error;
    }
  }

  private async tryUntilDeadline<I>(
    contract: Contract<I, unknown, unknown>,
    body: Uint8Array,
    caller: Caller | Visitor,
    options: CallOptions,
    traceparent: string | undefined,
  ): Promise<RawJson> {
    const timeoutMs = options.timeoutMs ?? contract.timeoutMs;
    const deadlineAt = Date.now() + timeoutMs;
    const requestId = options.requestId ?? requestContext()?.requestId ?? currentSpan()?.requestId ?? randomUUID();
    const subject = this.link.subject(cellSubject(options.cell, subjectOf(contract)));
    let address = options.to === undefined ? subject : `${subject}.${options.to}`;
    // The first attempt of a repeatable call gets half the time, because its replica may have been killed during the call.
    let attemptMs = contract.safeToRetry ? timeoutMs / 2 : timeoutMs;
    while (this.link.connected && options.signal?.aborted !== true) {
      const remainingMs = deadlineAt - Date.now();
      if (remainingMs <= 0) break;
      const waitMs = Math.min(attemptMs, remainingMs);
      const head = { caller, requestId, deadlineAt: Date.now() + waitMs, traceparent };
      const outcome = await this.attempt(address, body, { head, waitMs, signal: options.signal, textsOf: textsOf(contract, caller) });
      if (outcome.kind === 'answer') return outcome.text;
      if (outcome.kind === 'error') throw new ApiError(this.parsed(contract, apiErrorShapeSchema, outcome.text));
      if (outcome.kind === 'disconnected') break;
      const wasAddressed = address !== subject;
      address = subject;
      if (wasAddressed && outcome.kind === 'not-served') continue;
      if (outcome.kind === 'not-served') await delay(Math.min(NOT_SERVED_RETRY_MS, Math.max(remainingMs, 0)));
      else if (contract.safeToRetry) attemptMs = remainingMs;
      else break;
    }
    throw apiErrors.unavailable();
  }

  /** A call whose answer does not match is not repeated: the call was executed, and the next answer would be the same. */
  private parsed<T>(contract: Pick<Contract, 'name' | 'service'>, declared: z.ZodType<T>, text: RawJson): T {
    const reply = parseReply(declared, String(text));
    if ('value' in reply) return reply.value;
    this.runtime.logger.error(
      { call: contract.name, answeredBy: contract.service, fault: reply.fault },
      'a reply does not match its contract',
    );
    throw apiErrors.internal();
  }

  private attempt(subject: string, body: Uint8Array, { head, waitMs, signal, textsOf }: Attempt): Promise<Outcome> {
    const token = String(this.nextToken++);
    // The call keeps what it offers, whatever is forgotten meanwhile.
    const texts = textsOf === undefined ? undefined : this.heldTexts.offer(textsOf);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        this.pending.delete(token);
      };
      const settle = (outcome: Outcome) => {
        if (textsOf !== undefined && outcome.kind === 'answer') this.heldTexts.received(textsOf, assembly.sharedTexts);
        end();
        resolve(outcome);
      };
      const abandon = () => settle({ kind: 'silence' });
      const timer = setTimeout(abandon, waitMs);
      signal?.addEventListener('abort', abandon, { once: true });
      const reply = `${this.inbox}.${token}`;
      const frame = this.frames.write({ subject, reply }, { ...head, held: texts && new Set(texts.keys()) }, body);
      const assembly = new ReplyAssembly(this.seals, frame.id, texts);
      this.pending.set(token, { assembly, settle });
      try {
        this.link.publish(subject, frame.bytes, { reply });
      } catch (error) {
        // Any other error is a mistake of ours, which a retry cannot fix.
        if (error instanceof ClosedConnectionError || error instanceof DrainingConnectionError) return settle({ kind: 'disconnected' });
        end();
        reject(error);
      }
    });
  }

  private receive(message: Msg): void {
    const call = this.pending.get(message.subject.slice(this.inbox.length + 1));
    if (call === undefined) return;
    if (message.data.length === 0 && message.headers?.code === 503) {
      call.settle({ kind: 'not-served' });
      return;
    }
    const answer = call.assembly.add(message.data);
    if (answer === 'stranger') this.strangers.inc();
    else if (answer !== 'incomplete') call.settle(answer);
  }
}

/** Texts of one organization are never offered with a call of another. */
function textsOf(contract: Pick<Contract, 'service' | 'name' | 'sharesTexts'>, caller: Caller | Visitor): string | undefined {
  return contract.sharesTexts === true && 'organizationId' in caller ? `${subjectOf(contract)} ${caller.organizationId}` : undefined;
}

/** Subject prefix of the answers to a service's calls. A NATS user may listen only at the prefix of its own service. */
export function inboxPrefix(service: string): string {
  return `_INBOX.${service}`;
}
