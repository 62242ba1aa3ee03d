import { type HttpAnswer, http } from './http.js';
import { noteSecretWords } from './secret-words.js';

/** A delivery as a sender makes it: it knows only a URL. */
export interface WebhookDelivery {
  readonly integration: string;
  /** Parameters of the URL, the API key among them. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebhookAnswer extends Pick<HttpAnswer, 'status' | 'headers' | 'text'> {
  /** Undefined for plain text. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

export async function deliver(baseUrl: string, { integration, query, body, headers }: WebhookDelivery): Promise<WebhookAnswer> {
  noteSecretWords(query);
  const {
    status,
    headers: answered,
    text,
  } = await http({
    method: 'POST',
    url: `${baseUrl}/api/v1/external/${encodeURIComponent(integration)}?${new URLSearchParams(query)}`,
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  });
  return { status, headers: answered, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
}
