import { expectSoon } from '../expect-soon.js';

/** How a fake push service answers a notification: a status, with headers and a body, or never. */
export type PushAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'silence';

/** What a fake push service received and how it answers. */
export class PushAnswers<N extends { readonly token: string }> {
  /** Every notification that was accepted, in the order of their arrival. */
  readonly received: N[] = [];
  /** The number of notifications that arrived, also those that were not accepted. */
  offered = 0;
  private readonly once: PushAnswer[] = [];
  private readonly ofToken = new Map<string, PushAnswer | undefined>();
  private always: PushAnswer | undefined;

  /** Answers the next notifications with these, one each. */
  next(...answers: readonly PushAnswer[]): void {
    this.once.push(...answers);
  }

  /** Answers all notifications to this token with this, until it is called without an answer. */
  toToken(token: string, answer?: PushAnswer): void {
    this.ofToken.set(token, answer);
  }

  /** Answers all notifications with this, until it is called without an answer. */
  toAll(answer?: PushAnswer): void {
    this.always = answer;
  }

  to(token: string): N[] {
    return this.received.filter((each) => each.token === token);
  }

  /** Waits for this number of accepted notifications to the token. */
  async awaited(token: string, count: number): Promise<N[]> {
    await expectSoon(async () => Math.min(this.to(token).length, count), count);
    return this.to(token);
  }

  /** The answer to an arriving notification. Undefined: it is accepted. */
  take(notification: N): PushAnswer | undefined {
    this.offered += 1;
    const answer = this.once.shift() ?? this.ofToken.get(notification.token) ?? this.always;
    if (answer === undefined) this.received.push(notification);
    return answer;
  }
}
