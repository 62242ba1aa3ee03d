import type { ServerEvent } from '@parley/client-events';
import { CAPABILITY_NAMES } from '@parley/contracts';
import type { Caller } from './api/client.js';
import { type Connection, EventLoop, type EventLoopOptions } from './events/event-loop.js';
import type { QueuePosition, RegisterParams } from './events/event-queue.js';
import type { ClientState } from './state/client-state.js';
import { foldEvents } from './state/fold.js';
import { withoutEntries } from './state/lists.js';
import { Store } from './state/store.js';
import { type Typist, withoutExpired, withTyping } from './state/typing.js';

export interface OrganizationState {
  /** The registration, and everything that happened since. */
  readonly state: ClientState;
  readonly typists: readonly Typist[];
  readonly connection: Connection;
  /** How many registrations there were. What is not part of the state, such as loaded messages, is outdated after another one. */
  readonly registrations: number;
}

export interface OrganizationOptions extends Pick<EventLoopOptions, 'backoff'> {
  /** Default: everything, with all capabilities. */
  readonly register?: RegisterParams;
}

/** All capabilities: the folds know the events that they cause. */
export const REGISTER_EVERYTHING: RegisterParams = {
  apply_markdown: true,
  client_extavatar: false,
  slim_presence: true,
  include_subscribers: 'partial',
  client_capabilities: Object.fromEntries(CAPABILITY_NAMES.map((name) => [name, true])),
};

const TYPING_EXPIRY_MS = 15_000;

/** The state of an organization for one person, kept current. */
export class Organization {
  readonly store = new Store<OrganizationState>({ state: {}, typists: [], connection: { kind: 'connecting' }, registrations: 0 });
  private readonly loop: EventLoop;
  private readonly followers = new Set<(events: readonly ServerEvent[]) => void>();
  private expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: Caller, options: OrganizationOptions = {}) {
    this.loop = new EventLoop(caller, {
      ...options,
      register: options.register ?? REGISTER_EVERYTHING,
      onSnapshot: (snapshot) => {
        const { queue_id: _, last_event_id: _last, ...state } = snapshot;
        this.store.update(({ registrations, ...before }) => ({ ...before, state, typists: [], registrations: registrations + 1 }));
      },
      onEvents: (events) => this.apply(events),
      onConnection: (connection) => this.store.update((before) => ({ ...before, connection })),
    });
  }

  /** Runs until the signal is aborted. @throws ApiError for a refusal that will not pass */
  run(signal: AbortSignal): Promise<void> {
    return this.loop.run(signal).finally(() => clearTimeout(this.expiry));
  }

  /** See EventLoop. */
  wake(): void {
    this.loop.wake();
  }

  /** The queue, for sends. Undefined before the first registration. */
  get position(): QueuePosition | undefined {
    return this.loop.position;
  }

  /** Calls with all events, after they were applied to the state. Returns what ends it. */
  follow(listener: (events: readonly ServerEvent[]) => void): () => void {
    this.followers.add(listener);
    return () => {
      this.followers.delete(listener);
    };
  }

  /** One change of the store for all events of a poll. */
  private apply(events: readonly ServerEvent[]): void {
    this.store.update((before) => {
      const state = foldEvents(before.state, events, before.state.user_id ?? 0);
      const typists = events.reduce((folded, event) => this.withTypist(folded, event), before.typists);
      return state === before.state && typists === before.typists ? before : { ...before, state, typists };
    });
    this.planExpiry();
    for (const follower of [...this.followers]) follower(events);
  }

  private withTypist(typists: readonly Typist[], event: ServerEvent): readonly Typist[] {
    if (event.type === 'typing' || event.type === 'typing_edit_message') {
      const fields: Readonly<Record<string, unknown>> = this.store.get().state;
      const expiryMs = Number(fields.server_typing_started_expiry_period_milliseconds ?? TYPING_EXPIRY_MS);
      return withTyping(typists, event, Date.now(), expiryMs);
    }
    // The message is there, so its author no longer types it.
    if (event.type === 'message') return withoutEntries(typists, ({ userId }) => userId === event.message.sender_id);
    return typists;
  }

  private planExpiry(): void {
    clearTimeout(this.expiry);
    const next = Math.min(...this.store.get().typists.map(({ until }) => until));
    if (!Number.isFinite(next)) return;
    this.expiry = setTimeout(
      () => {
        this.store.update((before) => {
          const typists = withoutExpired(before.typists, Date.now());
          return typists === before.typists ? before : { ...before, typists };
        });
        this.planExpiry();
      },
      Math.max(0, next - Date.now()) + 1,
    );
  }
}
