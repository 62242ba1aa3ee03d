import { ApiError, NoAnswerError } from '@parley/client';

/** Who is signed in. The session itself is in a cookie that scripts cannot read. */
export interface Session {
  readonly csrfToken: string;
  readonly userId: number;
  readonly email: string;
}

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

/** @throws ApiError, NoAnswerError */
export async function signIn(username: string, password: string): Promise<Session> {
  return sessionIn(await call({ method: 'POST', body: new URLSearchParams({ username, password }) }));
}

/** @throws ApiError, NoAnswerError */
export async function signOut({ csrfToken }: Session): Promise<void> {
  await call({ method: 'DELETE', headers: { 'X-CSRFToken': csrfToken } });
}

async function call(init: RequestInit): Promise<unknown> {
  let answer: Response;
  let body: unknown;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    answer = await fetch(ADDRESS, { ...init, credentials: 'same-origin', cache: 'no-store', signal });
    body = await answer.json().catch(() => undefined);
  } catch (cause) {
    throw new NoAnswerError('no answer', { cause });
  }
  if (!answer.ok) throw ApiError.of(answer.status, body, answer.headers.get('retry-after'));
  return body;
}

function sessionIn(body: unknown): Session {
  const { csrf_token, user_id, email } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof csrf_token !== 'string' || typeof user_id !== 'number' || typeof email !== 'string')
    throw new NoAnswerError('the answer is not from the server');
  return { csrfToken: csrf_token, userId: user_id, email };
}
