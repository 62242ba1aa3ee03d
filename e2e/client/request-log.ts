import { Actor, type ApiAnswer, type Credentials } from './actor.js';
import { NoAnswer } from './http.js';

/**
 * A 503 that comes later than this is the deadline of a call on an overloaded machine, and clients repeat it. A process that stops refuses at
 * once.
 */
const OVERLOADED_AFTER_MS = 2_000;
const TOO_MANY = 429;
const FAILED_FROM = 500;
const NOT_NOW = 503;

/** What became of the requests of a load. A refusal, such as a missing permission, is an answer like any other. */
export class RequestLog {
  answered = 0;
  /** Requests without an answer, and those that were answered "not now" or "internal error", with the time. */
  readonly failed: string[] = [];
  /** Not in `failed`: calls that reached their deadline, because the machine is overloaded. */
  readonly tooSlow: string[] = [];

  /** @param overloadedAfterMs 0: every 503, where something else tells why a process could not answer */
  constructor(private readonly overloadedAfterMs = OVERLOADED_AFTER_MS) {}

  note(request: string, status: number, message: string, ms: number): void {
    if (status > 0 && status < FAILED_FROM && status !== TOO_MANY) {
      this.answered += 1;
      return;
    }
    const line = `${new Date().toISOString()} ${request}: ${status} ${message} after ${Math.round(ms)} ms`;
    (status === NOT_NOW && ms > this.overloadedAfterMs ? this.tooSlow : this.failed).push(line);
  }
}

/** An actor whose requests with form fields are noted. */
export class NotedActor extends Actor {
  constructor(
    private readonly log: RequestLog,
    baseUrl: string,
    credentials: Credentials,
  ) {
    super(baseUrl, credentials);
  }

  override async request<T>(...call: Parameters<Actor['request']>): Promise<ApiAnswer<T>> {
    const [method, path, , options] = call;
    const began = performance.now();
    const note = (status: number, message: string) => this.log.note(`${method} ${path}`, status, message, performance.now() - began);
    try {
      const answer = await super.request<T>(...call);
      note(answer.status, answer.body.msg);
      return answer;
    } catch (error) {
      // A client that ends its own poll misses no answer.
      if (error instanceof NoAnswer && options?.signal?.aborted !== true) note(0, error.message);
      throw error;
    }
  }
}
