import { z } from 'zod';
import { GoogleAccessToken, type ServiceAccount, TokenRefused } from './google-access-token.js';
import type { PushNotice, PushOutcome, PushSender, PushTarget } from './push-sender.js';
import { retryAfterMs } from './retry-after.js';

export interface FcmOptions {
  readonly account: ServiceAccount;
  readonly endpoint: URL;
}

const TIMEOUT_MS = 10_000;

/** An error of the API, v1. Its details name the error of FCM, or the faulty field. */
const failure = z.object({
  error: z.object({
    status: z.string().default('UNKNOWN'),
    details: z
      .array(
        z.looseObject({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.looseObject({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
});

/** Firebase Cloud Messaging, by its HTTP v1 API. */
export class FcmSender implements PushSender {
  private readonly tokens: GoogleAccessToken;
  private readonly url: URL;

  constructor({ account, endpoint }: FcmOptions) {
    this.tokens = new GoogleAccessToken(account);
    this.url = new URL(`/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`, endpoint);
  }

  async send(target: PushTarget, notice: PushNotice): Promise<PushOutcome> {
    const access = await this.tokens.get().catch((error: unknown) => error);
    if (typeof access !== 'string') {
      if (access instanceof TokenRefused && access.isFinal) return { kind: 'unauthorized', reason: 'TokenRefused', isServiceWide: true };
      return { kind: 'later', reason: 'NoAccessToken', isServiceWide: true };
    }
    const response = await this.post(access, target, notice).catch(() => undefined);
    if (response === undefined) return { kind: 'later', reason: 'NoAnswer', isServiceWide: true };
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return { kind: 'sent' };
    const outcome = outcomeOf(response, body);
    if (response.status === 401 && outcome.kind === 'unauthorized' && outcome.isServiceWide) this.tokens.forget(access);
    return outcome;
  }

  async close(): Promise<void> {
    // Connections are those of fetch.
  }

  private post(access: string, { token }: PushTarget, { fcm, isUrgent, ttlSeconds }: PushNotice): Promise<Response> {
    const android = { priority: isUrgent ? 'HIGH' : 'NORMAL', ttl: `${ttlSeconds}s` };
    return fetch(this.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: { token, data: fcm, android } }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}

function outcomeOf({ status, headers }: Response, body: unknown): PushOutcome {
  const parsed = failure.safeParse(body);
  const { details, status: name } = parsed.success ? parsed.data.error : { details: [], status: 'UNKNOWN' };
  const reason = details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? name;
  const isTokenFaulty = details.some(({ fieldViolations }) => fieldViolations?.some(({ field }) => field === 'message.token'));
  if (reason === 'UNREGISTERED' || reason === 'SENDER_ID_MISMATCH' || isTokenFaulty) return { kind: 'gone', reason };
  if (status === 429 || status >= 500) {
    const pause = retryAfterMs(headers.get('retry-after'));
    return { kind: 'later', reason, isServiceWide: false, ...(pause === undefined ? {} : { retryAfterMs: pause }) };
  }
  // The project has no key for the kind of device that was registered. It says nothing about our token or other devices.
  if (reason === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'unauthorized', reason, isServiceWide: false };
  // A token that ended is replaced with the next attempt.
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason, isServiceWide: true };
  return { kind: 'refused', reason };
}
