import { createHmac, timingSafeEqual } from 'node:crypto';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { type Caller, callerSchema, type Visitor, visitorSchema } from '@parley/contracts';

const WHO = 'Parley-Who';
const SIGNATURE = 'Parley-Signature';
const REQUEST_ID = 'Parley-Request-Id';
const DEADLINE = 'Parley-Deadline';

export interface CallHead {
  readonly caller: Caller | Visitor;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;
}

/** Who calls, which request it belongs to and until when somebody waits. Signed, so that access to the bus alone does not make one an administrator. */
export class CallHeaders {
  constructor(private readonly secret: string) {}

  write(head: CallHead): MsgHdrs {
    const written = headers();
    const who = Buffer.from(JSON.stringify(head.caller)).toString('base64url');
    const deadline = String(head.deadlineAt);
    written.set(WHO, who);
    written.set(REQUEST_ID, head.requestId);
    written.set(DEADLINE, deadline);
    written.set(SIGNATURE, this.sign(who, head.requestId, deadline));
    return written;
  }

  /** Undefined when the headers are missing, forged or malformed. */
  read(given: MsgHdrs | undefined): CallHead | undefined {
    if (given === undefined) return undefined;
    const who = given.get(WHO);
    const requestId = given.get(REQUEST_ID);
    const deadline = given.get(DEADLINE);
    const expected = Buffer.from(this.sign(who, requestId, deadline));
    const signature = Buffer.from(given.get(SIGNATURE));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
    const claimed: unknown = JSON.parse(Buffer.from(who, 'base64url').toString());
    const caller = callerSchema.safeParse(claimed);
    if (caller.success) return { caller: caller.data, requestId, deadlineAt: Number(deadline) };
    const visitor = visitorSchema.safeParse(claimed);
    return visitor.success ? { caller: visitor.data, requestId, deadlineAt: Number(deadline) } : undefined;
  }

  private sign(who: string, requestId: string, deadline: string): string {
    return createHmac('sha256', this.secret).update(`${who}\n${requestId}\n${deadline}`).digest('base64url');
  }
}
