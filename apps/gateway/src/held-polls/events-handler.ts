import { Inject, Injectable } from '@nestjs/common';
import { type Caller, decodeParams, type Visitor } from '@parley/contracts';
import { getEvents } from '@parley/contracts/event-queue';
import { RawJson } from '@parley/rpc';
import { CONFIG, type Span } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CredentialCache } from '../authentication/credential-cache.js';
import { CellRouter, type Destination } from '../cells/cell-router.js';
import type { GatewayConfig } from '../config.js';
import { answerBody } from '../http/answer-body.js';
import { withFiles } from '../http/endpoint-handler.js';
import { ErrorResponder } from '../http/error-responder.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { mergeFields } from '../http/request-fields.js';
import { resolveCaller } from '../http/resolve-caller.js';
import { successEnvelope } from '../http/success-envelope.js';
import { HeldPolls } from './held-polls.js';

/** GET /events: the only endpoint that the gateway answers itself, because it holds the connection. */
@Injectable()
export class EventsHandler {
  constructor(
    private readonly holds: HeldPolls,
    private readonly router: CellRouter,
    private readonly callers: CredentialCache,
    private readonly errors: ErrorResponder,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Returns at once; the answer follows when there are events.
   * @throws ApiError if the parameters are invalid
   */
  execute(request: FastifyRequest<ApiRequest>, reply: FastifyReply): void {
    const fields = mergeFields(request.query, request.body);
    const caller = resolveCaller(getEvents, request, fields);
    const { params, ignored } = decodeParams(getEvents.params, { fields, path: {} });
    const { queue_id, last_event_id, dont_block } = params;
    const reported = withFiles(ignored, request.body?.files);
    const owner = ownerOf(caller);
    const open = ({ cells: [cell] }: Destination) => {
      const abandon = this.holds.open(
        {
          ...owner,
          cell,
          queueId: queue_id,
          lastEventId: last_event_id,
          waits: !dont_block && !this.mayHaveEnded(request, owner),
          requestId: request.id,
          span: request.span,
        },
        (answer, wasHeld, wakeUp) => {
          request.wasHeld = wasHeld;
          traceAnswer(request, reply, wakeUp);
          if (answer.kind === 'error') return this.errors.answer(answer.error, request, reply);
          const body = RawJson.ofParts(['{"events":', answer.events, `,"queue_id":${JSON.stringify(queue_id)}}`]);
          reply.send(answerBody(successEnvelope(body, reported), { request, reply, gzipLevel: this.config.GZIP_LEVEL }));
        },
      );
      // Without waiting for the directory, the client cannot have left yet.
      if (reply.raw.destroyed) abandon();
      else reply.raw.once('close', abandon);
    };
    const destination = this.router.ofOrganization(owner.organizationId);
    if (destination instanceof Promise) destination.then(open).catch((error: unknown) => this.errors.answer(error, request, reply));
    else open(destination);
  }

  /** A caller changed since the session or token was verified. If it was this one, `releaseSessions` came too early for this poll. */
  private mayHaveEnded({ callersVersion }: FastifyRequest<ApiRequest>, { mayEnd }: { mayEnd: boolean }): boolean {
    return mayEnd && callersVersion !== this.callers.version;
  }
}

/** The answer belongs to the trace of the message that it delivers. A link leads to that of the request, which began long before. */
function traceAnswer({ span }: FastifyRequest, { raw }: FastifyReply, wakeUp: Span | undefined): void {
  const answer = wakeUp?.child('answer of a held poll', { links: span === null ? [] : [span] });
  if (answer !== undefined) raw.once('close', () => answer.end());
}

function ownerOf(caller: Caller | Visitor): { organizationId: number; userId: number; mayEnd: boolean } {
  if ('userId' in caller) {
    const { organizationId, userId, sessionId, token } = caller;
    return { organizationId, userId, mayEnd: sessionId !== undefined || token !== undefined };
  }
  throw new Error('GET /events is declared for users only');
}
