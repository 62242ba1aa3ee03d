import { ApiError, NoAnswerError } from '@parley/client';

/** Who is signed in. The session itself is in a cookie that scripts cannot read. */
export interface Session {
  readonly csrfToken: string;
  readonly userId: number;
  readonly email: string;
  /** The organization requires a second factor, and the person has none: nothing else is possible. */
  readonly lacksSecondFactor: boolean;
}

/** How a person can prove that it is them. */
export type ProofMethod = 'password' | 'totp' | 'recovery_code';

const ADDRESS = '/json/session';
const TIMEOUT_MS = 30_000;
const UNAUTHORIZED = 401;

/** Undefined without a session. @throws ApiError, NoAnswerError */
export async function currentSession(): Promise<Session | undefined> {
  try {
    return sessionIn(await call({ method: 'GET' }));
  } catch (error) {
    if (error instanceof ApiError && error.status === UNAUTHORIZED) return undefined;
    throw error;
  }
}

/** @throws ApiError SECOND_FACTOR_REQUIRED with the token for `finishSignIn`, ApiError, NoAnswerError */
export async function signIn(username: string, password: string): Promise<Session> {
  return sessionIn(await call({ method: 'POST', body: new URLSearchParams({ username, password }) }));
}

/** The second step of a sign-in. @throws ApiError, NoAnswerError */
export async function finishSignIn(stepToken: string, code: string): Promise<Session> {
  const body = new URLSearchParams({ step_token: stepToken, code });
  return sessionIn(await call({ method: 'POST', body }, `${ADDRESS}/second_factor`));
}

/** @throws ApiError, NoAnswerError */
export async function prove({ csrfToken }: Session, given: { readonly password: string } | { readonly code: string }): Promise<void> {
  await call({ method: 'POST', headers: { 'X-CSRFToken': csrfToken }, body: new URLSearchParams(given) }, `${ADDRESS}/proof`);
}

/** Returns where the person also signs out at the identity provider through which they signed in. @throws ApiError, NoAnswerError */
export async function signOut({ csrfToken }: Session): Promise<string | undefined> {
  const body = await call({ method: 'DELETE', headers: { 'X-CSRFToken': csrfToken } });
  const { provider_sign_out_url: url } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof url === 'string' ? url : undefined;
}

async function call(init: RequestInit, address = ADDRESS): Promise<unknown> {
  let answer: Response;
  let body: unknown;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    answer = await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store', signal });
    body = await answer.json().catch(() => undefined);
  } catch (cause) {
    throw new NoAnswerError('no answer', { cause });
  }
  if (!answer.ok) throw ApiError.of(answer.status, body, answer.headers.get('retry-after'));
  return body;
}

function sessionIn(body: unknown): Session {
  const { csrf_token, user_id, email, second_factor_missing } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof csrf_token !== 'string' || typeof user_id !== 'number' || typeof email !== 'string')
    throw new NoAnswerError('the answer is not from the server');
  return { csrfToken: csrf_token, userId: user_id, email, lacksSecondFactor: second_factor_missing === true };
}
