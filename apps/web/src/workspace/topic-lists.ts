import { type Caller, patiently, Store } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import { topicKey } from '@parley/contracts';
import { listTopics } from '@parley/contracts/channels';

export interface Topic {
  readonly name: string;
  readonly newest: number;
}
type Lists = ReadonlyMap<number, readonly Topic[]>;

/** The topics of the channels that were opened in the sidebar, newest first, kept current. */
export class TopicLists {
  readonly store = new Store<Lists>(new Map());

  constructor(
    private readonly caller: Caller,
    private readonly signal: AbortSignal,
  ) {}

  /** Loads the list of a channel, once. */
  open(channelId: number): void {
    if (this.store.get().has(channelId)) return;
    this.set(channelId, []);
    void this.load(channelId);
  }

  /** After another registration, and when messages moved. */
  reload(): void {
    for (const channelId of this.store.get().keys()) void this.load(channelId);
  }

  apply(events: readonly ServerEvent[]): void {
    for (const event of events) {
      if (event.type === 'message' && event.message.stream_id !== undefined) {
        this.add(event.message.stream_id, { name: event.message.subject, newest: event.message.id });
      }
      const isMove = event.type === 'update_message' && event.orig_subject !== undefined;
      if (isMove || event.type === 'delete_message') this.reload();
    }
  }

  private async load(channelId: number): Promise<void> {
    try {
      const params = { stream_id: channelId, allow_empty_topic_name: true };
      const answer = await patiently(() => this.caller.call(listTopics, params, { signal: this.signal }), this.signal);
      if (answer !== undefined)
        this.set(
          channelId,
          answer.topics.map(({ name, max_id }) => ({ name, newest: max_id })),
        );
    } catch {
      // A refusal: the channel is gone, which the next event says too.
      this.set(channelId, []);
    }
  }

  private add(channelId: number, topic: Topic): void {
    const known = this.store.get().get(channelId);
    if (known !== undefined) this.set(channelId, [topic, ...known.filter(({ name }) => topicKey(name) !== topicKey(topic.name))]);
  }

  private set(channelId: number, topics: readonly Topic[]): void {
    this.store.update((lists) => new Map(lists).set(channelId, topics));
  }
}
