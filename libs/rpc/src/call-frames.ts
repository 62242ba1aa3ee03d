import { type Caller, callerSchema, type Visitor, visitorSchema } from '@parley/contracts';
import type { Seals } from './seals.js';

/** The part of a call before its parameters. */
export interface CallHead {
  readonly caller: Caller | Visitor;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;
  /** Of the span of the call, if it is traced. */
  readonly traceparent?: string | undefined;
  /** The digests of the shared texts that the caller has, in hexadecimal form. Undefined if it remembers none. */
  readonly held?: ReadonlySet<string> | undefined;
}

export interface ReceivedCall extends CallHead {
  /** Unique to this call. Its answers are bound to it. */
  readonly id: string;
  readonly params: unknown;
}

/** Subject of a call and subject of its reply. The call is bound to both, so it is invalid on others. */
export interface CallRoute {
  readonly subject: string;
  readonly reply: string;
}

const HEAD_LENGTH_BYTES = 4;

/** The wire format of calls: length of the head, head, parameters. All of it is sealed and bound to the route. */
export class CallFrames {
  constructor(private readonly seals: Seals) {}

  write(route: CallRoute, { held, ...call }: CallHead, params: Uint8Array): { id: string; bytes: Uint8Array } {
    const { caller, requestId, deadlineAt, traceparent } = call;
    const head = Buffer.from(
      JSON.stringify({ caller, requestId, deadlineAt, traceparent, ...(held !== undefined && { held: [...held] }) }),
    );
    const length = Buffer.alloc(HEAD_LENGTH_BYTES);
    length.writeUInt32BE(head.length);
    return this.seals.seal(boundTo(route), [length, head, params]);
  }

  /** Undefined if no process of this installation made it for this route. */
  read(route: CallRoute, bytes: Uint8Array): ReceivedCall | undefined {
    const opened = this.seals.open(boundTo(route), bytes);
    if (opened === undefined) return undefined;
    const { id, text } = opened;
    const headEnd = HEAD_LENGTH_BYTES + text.readUInt32BE();
    const head = JSON.parse(text.toString('utf8', HEAD_LENGTH_BYTES, headEnd)) as { caller: unknown; held?: string[] } & Omit<
      CallHead,
      'caller' | 'held'
    >;
    const caller = callerSchema.safeParse(head.caller);
    const who = caller.success ? caller : visitorSchema.safeParse(head.caller);
    if (!who.success) return undefined;
    const params: unknown = headEnd === text.length ? {} : JSON.parse(text.toString('utf8', headEnd));
    const { requestId, deadlineAt, traceparent } = head;
    const held = head.held === undefined ? undefined : new Set(head.held);
    return { id, caller: who.data, requestId, deadlineAt, held, params, ...(traceparent === undefined ? {} : { traceparent }) };
  }
}

function boundTo({ subject, reply }: CallRoute): string {
  return `call\n${subject}\n${reply}`;
}
