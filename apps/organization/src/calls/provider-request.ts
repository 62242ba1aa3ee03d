/** A provider that says nothing for this long has failed. */
const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;

export interface ProviderAnswer {
  readonly status: number;
  readonly text: string;
}

/** One request to a provider of calls, whose address the operator chose. @throws Error if there is no usable answer */
export async function askProvider(url: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer of the provider is too long');
  }
  return { status: answer.status, text: Buffer.concat(parts).toString() };
}
