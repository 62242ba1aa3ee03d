import { basicCredential } from '@parley/client';
import { z } from 'zod';
import type { ApiAnswer } from '../client/actor.js';
import { http } from '../client/http.js';
import { noteSecretWords } from '../client/secret-words.js';
import type { Compatibility } from './compatibility.js';

/** As the app names itself. */
const USER_AGENTS = { android: 'ZulipFlutter/30.0.263+263 (Android 14)', ios: 'ZulipFlutter/30.0.263+263 (iOS 18.1)' } as const;

/** What the app asks of the event queue of an account: everything, in the newer forms. */
const REGISTRATION = {
  idle_queue_timeout: JSON.stringify('mobile'),
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
  },
};

const signedIn = z.looseObject({ api_key: z.string(), email: z.string(), user_id: z.int() });
const registered = z.looseObject({ queue_id: z.string(), last_event_id: z.int() });
const polled = z.looseObject({ events: z.array(z.looseObject({ id: z.int(), type: z.string() })) });
type AppEvent = z.infer<typeof polled>['events'][number];

/** A text is sent as it is, everything else as JSON. */
type AppParams = Readonly<Record<string, unknown>>;

export interface AppServer {
  readonly baseUrl: string;
  /** The host of the organization. */
  readonly host: string;
  /** Records the calls that were answered. */
  readonly compatibility: Compatibility;
}

/** The stock mobile app by its published requests: forms, JSON for all but texts, its name, and one queue for all events. */
export class MobileApp {
  private credentials: z.infer<typeof signedIn> | undefined;
  private queue: z.infer<typeof registered> | undefined;
  /** Received and not returned yet. */
  private waiting: AppEvent[] = [];

  constructor(
    private readonly server: AppServer,
    private readonly system: keyof typeof USER_AGENTS = 'android',
  ) {}

  get userId(): number {
    return this.credentials?.user_id ?? 0;
  }

  /** Signs in with a password, and begins to receive events. Returns the state of the organization. */
  async open(username: string, password: string): Promise<Record<string, unknown>> {
    this.credentials = signedIn.parse(await this.ok('POST', '/fetch_api_key', { username, password }));
    const state = await this.ok('POST', '/register', REGISTRATION);
    this.queue = registered.parse(state);
    return state;
  }

  /** The state that the app has after it was started again. */
  restarted(): Promise<Record<string, unknown>> {
    return this.ok('POST', '/register', REGISTRATION);
  }

  /** @throws Error for a refusal */
  async ok(method: string, path: string, params: AppParams = {}): Promise<Record<string, unknown>> {
    const { status, body } = await this.call(method, path, params);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    this.server.compatibility.note(`${method} ${path.replace(/\/\d+/g, '/{id}')}`, body);
    return body;
  }

  /** Returns the answer, error or not. */
  async call(method: string, path: string, params: AppParams = {}): Promise<ApiAnswer> {
    noteSecretWords(params);
    const encoded = Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    const form = new URLSearchParams(encoded).toString();
    const isInQuery = method === 'GET';
    const { status, headers, text } = await http({
      method,
      url: `${this.server.baseUrl}/api/v1${path}${isInQuery && form !== '' ? `?${form}` : ''}`,
      headers: {
        host: this.server.host,
        'user-agent': USER_AGENTS[this.system],
        ...(this.credentials && basicCredential(this.credentials.email, this.credentials.api_key).headers()),
        ...(isInQuery
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'content-length': String(Buffer.byteLength(form)) }),
      },
      ...(isInQuery ? {} : { body: form }),
    });
    const body = JSON.parse(text);
    noteSecretWords(body);
    return { status, headers, body };
  }

  /** Returns the next event that is meant, without its id, and skips those before it. */
  async hear(isMeant: (event: AppEvent) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const event = this.waiting.shift();
      if (event === undefined) await this.poll();
      else if (isMeant(event)) {
        const { id: _, ...rest } = event;
        return rest;
      }
    }
  }

  private async poll(): Promise<void> {
    if (this.queue === undefined) throw new Error('the app is not open');
    const { queue_id, last_event_id } = this.queue;
    const { events } = polled.parse(await this.ok('GET', '/events', { queue_id, last_event_id }));
    this.queue = { queue_id, last_event_id: events.at(-1)?.id ?? last_event_id };
    this.waiting.push(...events);
  }
}

/** For `hear`. */
export const typed =
  (type: string, op?: string) =>
  (event: AppEvent): boolean =>
    event.type === type && (op === undefined || event.op === op);
