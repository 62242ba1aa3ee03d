import { expect, it } from '@jest/globals';
import { getMessages } from '@parley/contracts/messaging';
import { KillTargets } from '../client/kill-targets.js';
import { describeWebApp } from './web-app-tools.js';
import type { WebReader } from './web-reader.js';

const TALL = { viewport: { width: 900, height: 2_500 } };
const killTargets = new KillTargets();

/** What a reader sees, from the top to the bottom. */
const SHOWN = `[...document.querySelectorAll('article[data-message-id]')]
  .map((message) => [message.getBoundingClientRect().top, message.dataset.messageId + ' ' + message.querySelector('.rendered').textContent])
  .sort(([one], [other]) => one - other).map(([, text]) => text)`;

describeWebApp('the web app while the server is killed (kill -9)', (tools) => {
  it('sends what is written once, and shows each message once, as the API has them', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const readers = [await tools.open(ann, TALL), await tools.open(bob, TALL)];
    for (const { page, field } of readers) {
      await page.goto(path);
      await field.waitFor();
    }
    const written: string[] = [];
    const writeBoth = async (when: string) => {
      for (const [place, reader] of readers.entries()) {
        written.push(`${when}, by ${place}`);
        await reader.write(`${when}, by ${place}`);
      }
    };
    await writeBoth('at first');
    for (const names of [['gateway-1'], ['event-queue-1'], ['messaging-1'], ['gateway-1', 'event-queue-1']]) {
      const returns = names.map((name) => killTargets.kill(name).isBack);
      await writeBoth(`without ${names.join(' and ')}`);
      await Promise.all(returns);
      await writeBoth(`with ${names.join(' and ')} again`);
    }
    await killTargets.untilAllReady();
    for (const reader of readers) await reader.untilNothingWaits();

    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await tools.world.as(ann).ok(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, narrow });
    const stored = messages.map(({ id, content }) => `${id} ${content.replaceAll(/<[^>]+>/g, '')}`);
    expect(stored.map((text) => text.replace(/^\d+ /, '')).sort()).toEqual(written.sort());
    const shownBy = (reader: WebReader) => reader.page.evaluate<string[]>(SHOWN);
    for (const reader of readers) {
      await reader.until(
        () => shownBy(reader),
        (shown) => shown.length >= stored.length,
      );
      expect(await shownBy(reader)).toEqual(stored);
      await reader.until(
        () => reader.banner.textContent(),
        (text) => text === '',
      );
    }
  }, 300_000);
});
