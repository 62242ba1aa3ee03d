import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { getChannelEmailAddress, getChannelId, subscribe } from '@parley/contracts/channels';
import { getMessages } from '@parley/contracts/messaging';
import { deliverMail } from '@parley/testing';
import type { Actor } from '../client/actor.js';
import { noteSecretWords } from '../client/secret-words.js';

const PAUSE_MS = 200;
const DEADLINE_MS = 90_000;

interface Answer {
  readonly code: number;
  readonly text: string;
}

/** Delivers a mail to a gateway like a mail server, which tries again as long as the answer is that it should. */
export async function deliverTo(port: number, to: string, text: string): Promise<Answer> {
  const raw = `From: Zoe <zoe@example.com>\r\nSubject: Soup\r\nMessage-ID: <${randomUUID()}@example.com>\r\n\r\n${text}\r\n`;
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const answer = await deliverMail({ port }, { to, raw });
    if (answer.code === 250 || answer.code >= 500) return answer;
    if (Date.now() > deadline) throw new Error(`the mail was not taken: ${answer.code} ${answer.text}`);
    await delay(PAUSE_MS);
  }
}

/** A channel that has an email address. */
export class MailboxOfChannel {
  private constructor(
    private readonly owner: Actor,
    private readonly channelId: number,
    readonly address: string,
  ) {}

  /** Makes the channel. */
  static async of(owner: Actor): Promise<MailboxOfChannel> {
    const name = `mail ${randomUUID()}`;
    await owner.ok(subscribe, { subscriptions: [{ name }] });
    const { stream_id } = await owner.ok(getChannelId, { stream: name });
    const { email } = await owner.ok(getChannelEmailAddress, { stream_id });
    noteSecretWords({ token: email.split('.').find((part) => part.length > 20) ?? email });
    return new MailboxOfChannel(owner, stream_id, email);
  }

  /** The texts and ids of the mails that became messages, in their order. */
  async arrived(): Promise<{ id: number; content: string }[]> {
    const narrow = [{ operator: 'channel', operand: this.channelId }];
    const range = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    const { messages } = await this.owner.ok(getMessages, { ...range, narrow: [...narrow, { operator: 'topic', operand: 'Soup' }] });
    return messages.map(({ id, content }) => ({ id, content }));
  }
}
