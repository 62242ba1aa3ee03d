import { apiErrors } from '@parley/contracts';
import { z } from 'zod';

/** What a sender delivered, after its body was parsed. */
export interface Delivery {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
  /** The parameters of the URL. */
  readonly options: Readonly<Record<string, string>>;
}

/** A message to be sent. Both are Markdown with all text of the sender escaped. */
export interface WebhookMessage {
  readonly topic: string;
  readonly content: string;
}

/** Undefined: no message is needed for this delivery. */
export type Written = WebhookMessage | readonly WebhookMessage[] | undefined;
export type WriteEvent = (delivery: Delivery) => Written;

/** A parameter of the URL that the sender calls. */
export interface UrlOption {
  readonly key: string;
  readonly label: string;
  readonly inputType: 'text' | 'checkbox';
}

/** A value that the owner of the bot sets once. */
export interface ConfigOption {
  readonly key: string;
  readonly label: string;
}

/** How a sender proves that a delivery is its own. Checked if the owner of the bot has set the secret. */
export interface Signature {
  readonly config: ConfigOption;
  /** In lower case. */
  readonly header: string;
  /** `given`: the value of the header. `body`: as it arrived. */
  matches(secret: string, given: string, body: string): boolean;
}

/** A form has the JSON in its field `payload`. */
export type PayloadFormat = 'json' | 'form';

/** A kind of sender: what it sends, and the messages about it. */
export interface Integration {
  /** In the URL: `/api/v1/external/<name>`. */
  readonly name: string;
  readonly displayName: string;
  /** What its messages are about. */
  readonly summary: string;
  /** What to do at the sender, one step a line. */
  readonly steps: readonly string[];
  readonly formats: readonly PayloadFormat[];
  readonly urlOptions: readonly UrlOption[];
  readonly signature?: Signature;
  /** What is the same if the sender repeats a delivery, and different for another one. Undefined if the sender names no such id. */
  readonly deliveryId?: (delivery: Pick<Delivery, 'headers' | 'payload'>) => string | undefined;
  /** The name of the event; undefined if the sender has only one. */
  readonly eventOf?: (delivery: Delivery) => string;
  /** By name. With one event only, its name is irrelevant. */
  readonly events: Readonly<Record<string, WriteEvent>>;
  /** The answer that senders of this kind expect instead of JSON. */
  readonly plainAnswer?: string;
}

/** The messages about an event whose payload has these fields. Others are ignored. */
export function event<T>(schema: z.ZodType<T>, write: (payload: T, delivery: Delivery) => Written): WriteEvent {
  return (delivery) => write(payloadOf(schema, delivery.payload), delivery);
}

/** @throws ApiError with the path of the first field that is missing or has another type */
export function payloadOf<T>(schema: z.ZodType<T>, payload: unknown): T {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw apiErrors.invalidWebhookPayload({ path: pathOf(issue?.path ?? []), problem: issue?.message ?? 'is invalid' });
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}.${String(key)}`), 'payload');
}
