import { ApiError, NoAnswerError } from '@parley/client';

const TIMEOUT_MS = 120_000;

/** Sends a file to an endpoint that takes one. @throws ApiError, NoAnswerError */
export async function sendForm(csrfToken: string, path: string, file: File, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  let answer: Response;
  let content: unknown;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    answer = await fetch(`/json${path}`, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: { 'X-CSRFToken': csrfToken },
      signal,
    });
    content = await answer.json().catch(() => undefined);
  } catch (cause) {
    throw new NoAnswerError('no answer', { cause });
  }
  if (!answer.ok) throw ApiError.of(answer.status, content, answer.headers.get('retry-after'));
}
