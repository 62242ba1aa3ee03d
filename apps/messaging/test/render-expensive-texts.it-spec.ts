import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { renderMessage, updateMessage } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessageRenderer } from '../src/rendering/message-renderer.js';
import { MessagingSuite } from './messaging-suite.js';

/** Suites with a budget that every text keeps, with one that no long text keeps, and with the default one for a machine three times slower. */
let roomy: MessagingSuite;
let strict: MessagingSuite;
let usual: MessagingSuite;
beforeAll(async () => {
  roomy = await MessagingSuite.open({ RENDER_BUDGET_MS: '1000' });
  strict = await MessagingSuite.open({ RENDER_BUDGET_MS: '1' });
  usual = await MessagingSuite.open({ RENDER_BUDGET_MS: '150' });
  for (const suite of [roomy, strict, usual]) await threadReady(suite);
});
afterAll(async () => {
  await roomy.close();
  await strict.close();
  await usual.close();
});

const wall = (piece: string) => piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
const HOSTILE = ['❤', '>\n', '[', '🎉', '1. a\n', '$$a$$ ', '👨‍👩‍👧', 'a\n'].map(wall);

async function threadReady(suite: MessagingSuite): Promise<void> {
  for (const thread of Reflect.get(suite.service.app.get(MessageRenderer), 'threads')) {
    expect(await thread.isReadyWithin(60_000)).toBe(true);
  }
}

async function contentOf(suite: MessagingSuite, by: UserRow, id: number): Promise<string | undefined> {
  const [message] = await suite.seen(by, [id]);
  return message?.content;
}

describe('an expensive text', () => {
  it('is rendered with all its references, also by an edit', async () => {
    const { ann, bob, channel } = await roomy.channelOfTwo();
    const long = `@**${'Bob'}** ${'words '.repeat(500)}`.trim();
    const id = await roomy.sendToChannel(ann, channel, { content: long });
    expect(await contentOf(roomy, bob, id)).toContain(`data-user-id="${bob.id}"`);
    expect(await roomy.flagsOf(bob, id)).toContain('mentioned');
    const content = `**now** ${long}`;
    await roomy.call(updateMessage, ann.caller, { content }, { message_id: String(id) });
    expect(await contentOf(roomy, bob, id)).toMatch(/^<p><strong>now<\/strong> <span class="user-mention"/);
    expect(await roomy.flagsOf(bob, id)).toContain('mentioned');
  });

  it('does not block others while eight users have hostile ones rendered', async () => {
    const { organization, ann, channel } = await roomy.channelOfTwo();
    const hostile = await Promise.all(HOSTILE.map(() => roomy.rows.user(organization)));
    let sent = 0;
    let isOver = false;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const attack = hostile.map(async (person, place) => {
      while (!isOver) {
        // Those that exceed the length of the queue or wait too long are refused; the attack continues.
        await roomy.call(renderMessage, person.caller, { content: HOSTILE[place] ?? '' }).catch(() => undefined);
      }
    });
    delay.enable();
    while (sent < 20) {
      await roomy.sendToChannel(ann, channel, { content: `word ${sent}` });
      sent += 1;
    }
    delay.disable();
    isOver = true;
    await Promise.all(attack);
    // Generous: a busy machine delays every process.
    expect(delay.percentile(90) / 1e6).toBeLessThan(250);
  });
});

describe('a text that exceeds its budget', () => {
  it('is stored and shown as escaped text, and notifies no one', async () => {
    const { ann, bob, channel } = await strict.channelOfTwo();
    const content = `@**Bob** <b>\n${'[ * '.repeat(2_000)}end`;
    const id = await strict.sendToChannel(ann, channel, { content });
    const shown = await contentOf(strict, bob, id);
    expect(shown).toMatch(/^<p>@\*\*Bob\*\* &lt;b&gt;<br>\n\[ \* .*end<\/p>$/);
    expect(await strict.flagsOf(bob, id)).not.toContain('mentioned');
  });
});

describe('the threads', () => {
  it('start before the first expensive text, when the service asks for it', async () => {
    const suite = await MessagingSuite.open();
    try {
      const renderer = suite.service.app.get(MessageRenderer);
      await renderer.startThreads();
      for (const thread of Reflect.get(renderer, 'threads')) expect(Reflect.get(thread, 'started')).toBeDefined();
      await threadReady(suite);
    } finally {
      await suite.close();
    }
  });
});

describe('a long ordinary text', () => {
  it.each([
    ['list', '- a\n', /^<ul>\n(?:<li>a<\/li>\n){2500}<\/ul>$/],
    ['numbered list', '1. a\n', /^<ol>\n(?:<li>a<\/li>\n){2000}<\/ol>$/],
    ['wall of hearts', '❤', /^<p>(?:<span [^>]*>:heart:<\/span>){2000}❤{8000}<\/p>$/],
  ])('is shown with its markup: a %s', async (_, piece, shown) => {
    const { ann, channel } = await usual.channelOfTwo();
    const id = await usual.sendToChannel(ann, channel, { content: wall(piece) });
    expect(await contentOf(usual, ann, id)).toMatch(shown);
  });
});

describe('a terminated thread', () => {
  it('is replaced', async () => {
    const { ann, channel } = await roomy.channelOfTwo();
    const [thread] = Reflect.get(roomy.service.app.get(MessageRenderer), 'threads');
    const { worker } = await Reflect.get(thread, 'started');
    await worker.terminate();
    const id = await roomy.sendToChannel(ann, channel, { content: `**a** ${'words '.repeat(500)}`.trim() });
    expect(await contentOf(roomy, ann, id)).toContain('<strong>a</strong>');
    await threadReady(roomy);
  });
});
