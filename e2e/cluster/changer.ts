import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../client/actor.js';
import type { DemoUser } from '../client/demo.js';
import type { Ledger } from './ledger.js';
import { changeUntilAcknowledged, edit, flag, type MessageChange, moveToChannel, moveToTopic, remove } from './message-change.js';
import type { Room, SentMessage } from './room.js';

type Step = 'edit' | 'star' | 'read' | 'unread' | 'move to topic' | 'move to channel' | 'delete';

/** What is done to one message after the other. The steps of one list are done at the same time. */
const CHANGE_SEQUENCES: readonly (readonly (readonly Step[])[])[] = [
  [['edit', 'star'], ['move to topic', 'read'], ['unread'], ['move to channel'], ['delete']],
  [['delete']],
  [['move to channel', 'star', 'unread'], ['edit', 'move to topic'], ['read'], ['delete']],
  [['read', 'star', 'edit', 'move to topic']],
];
const PAUSE_MS = 500;
const TOPIC = 'elsewhere';

export type ActorOf = (user: DemoUser) => Actor;

interface Operation {
  readonly by: DemoUser;
  readonly change: MessageChange;
  readonly entitled: ReadonlySet<number>;
}

/** Repeatedly takes the newest message of a room and changes it in typical ways. */
export class Changer {
  private changing = true;
  private loop: Promise<void> | undefined;

  constructor(
    private readonly actorOf: ActorOf,
    private readonly room: Room,
    private readonly ledger: Ledger,
    private readonly onFailure: (text: string) => void,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  /** Ends after the current step. */
  async stop(): Promise<void> {
    this.changing = false;
    await this.loop;
  }

  private async run(): Promise<void> {
    for (let n = 0; this.changing; ) {
      await delay(PAUSE_MS);
      const message = this.room.newest;
      if (message === undefined) continue;
      this.room.newest = undefined;
      await this.applyAll(message, CHANGE_SEQUENCES[n % CHANGE_SEQUENCES.length] ?? []);
      n += 1;
    }
  }

  private async applyAll(message: SentMessage, sequence: (typeof CHANGE_SEQUENCES)[number]): Promise<void> {
    const after = [message.token];
    for (const steps of sequence) {
      const operations = steps.map((step) => this.operation(step, message)).filter((operation) => operation !== undefined);
      const done = await Promise.all(operations.map((operation) => this.perform(operation, after)));
      // If one step fails, the message is not changed any further.
      if (!this.changing || done.includes(false)) return;
      after.push(...operations.map(({ change }) => change.token));
      await delay(PAUSE_MS);
    }
  }

  /** Returns whether the change is known to have happened. */
  private async perform({ by, change, entitled }: Operation, after: readonly string[]): Promise<boolean> {
    const { kind, token } = change;
    const { string_id: organization } = this.room.organization;
    this.ledger.intend({ organization, kind, token, entitled, after: [...after] });
    try {
      const isDone = await changeUntilAcknowledged(this.actorOf(by), change);
      if (isDone) this.ledger.acknowledge(organization, token);
      else this.onFailure(`gave up: ${token}`);
      return isDone;
    } catch (error) {
      this.onFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Undefined if the step is not possible in this room. Flags concern one user; all other changes concern everyone who has the message. */
  private operation(step: Step, { id, token, sender, reader }: SentMessage): Operation | undefined {
    const { entitled, otherChannelId } = this.room;
    const own = (by: DemoUser, change: MessageChange) => ({ by, change, entitled: new Set([by.user_id]) });
    switch (step) {
      case 'edit':
        return { by: sender, change: edit(id, `${token}, edited`), entitled };
      case 'delete':
        return { by: sender, change: remove(id), entitled };
      case 'move to topic':
        return otherChannelId === undefined ? undefined : { by: sender, change: moveToTopic(id, TOPIC), entitled };
      case 'move to channel':
        return otherChannelId === undefined ? undefined : { by: sender, change: moveToChannel(id, otherChannelId), entitled };
      case 'star':
        return own(reader, flag(id, 'add', 'starred'));
      case 'read':
        return own(reader, flag(id, 'add', 'read'));
      case 'unread':
        return own(sender, flag(id, 'remove', 'read'));
    }
  }
}
