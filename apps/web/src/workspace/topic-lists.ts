import { type Caller, patiently, Store } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import { topicKey } from '@parley/contracts';
import { listTopics } from '@parley/contracts/channels';

export interface Topic {
  readonly name: string;
  readonly newest: number;
}
type Lists = ReadonlyMap<number, readonly Topic[]>;

/** A move of many messages is many events. */
const GATHER_MS = 1_000;

/** The topics of the channels that were opened in the sidebar, newest first, kept current. */
export class TopicLists {
  readonly store = new Store<Lists>(new Map());
  /** Topics that got messages since the load of a channel began, whose answer may be older. */
  private readonly loading = new Map<number, Topic[]>();
  private readonly outdated = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly caller: Caller,
    private readonly signal: AbortSignal,
    private readonly gatherMs = GATHER_MS,
  ) {
    signal.addEventListener('abort', () => clearTimeout(this.timer));
  }

  /** Loads the list of a channel, once. */
  open(channelId: number): void {
    if (this.store.get().has(channelId)) return;
    this.set(channelId, []);
    void this.load(channelId);
  }

  /** After another registration. */
  reload(): void {
    this.outdate([...this.store.get().keys()]);
  }

  apply(events: readonly ServerEvent[]): void {
    for (const event of events) {
      if (event.type === 'message' && event.message.stream_id !== undefined)
        this.add(event.message.stream_id, { name: event.message.subject, newest: event.message.id });
      const isMove = event.type === 'update_message' && event.orig_subject !== undefined;
      if (isMove) this.outdate([event.stream_id, event.new_stream_id]);
      if (event.type === 'delete_message') this.outdate([event.stream_id]);
    }
  }

  /** The lists of these channels are loaded again soon, together, and each once. */
  private outdate(channelIds: readonly (number | undefined)[]): void {
    const known = this.store.get();
    for (const id of channelIds) if (id !== undefined && known.has(id)) this.outdated.add(id);
    if (this.outdated.size > 0 && !this.signal.aborted) this.timer ??= setTimeout(() => this.loadOutdated(), this.gatherMs);
  }

  private loadOutdated(): void {
    this.timer = undefined;
    const free = [...this.outdated].filter((id) => !this.loading.has(id));
    for (const id of free) {
      this.outdated.delete(id);
      void this.load(id);
    }
  }

  private async load(channelId: number): Promise<void> {
    const since: Topic[] = [];
    this.loading.set(channelId, since);
    try {
      const params = { stream_id: channelId, allow_empty_topic_name: true };
      const answer = await patiently(() => this.caller.call(listTopics, params, { signal: this.signal }), this.signal);
      const topics = answer?.topics.map(({ name, max_id }) => ({ name, newest: max_id }));
      if (topics !== undefined) this.set(channelId, since.reduce(withTopic, topics));
    } catch {
      // A refusal: the channel is gone, which the next event says too.
      this.set(channelId, []);
    } finally {
      this.loading.delete(channelId);
      // What changed during the load.
      this.outdate([...this.outdated]);
    }
  }

  private add(channelId: number, topic: Topic): void {
    this.loading.get(channelId)?.push(topic);
    const known = this.store.get().get(channelId);
    if (known !== undefined) this.set(channelId, withTopic(known, topic));
  }

  private set(channelId: number, topics: readonly Topic[]): void {
    this.store.update((lists) => new Map(lists).set(channelId, topics));
  }
}

/** The topic with this message comes first, unless it is known with a newer one. */
function withTopic(topics: readonly Topic[], topic: Topic): readonly Topic[] {
  const key = topicKey(topic.name);
  const isOlder = topics.some(({ name, newest }) => topicKey(name) === key && newest > topic.newest);
  return isOlder ? topics : [topic, ...topics.filter(({ name }) => topicKey(name) !== key)];
}
