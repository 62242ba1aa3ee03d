import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { addCopies } from '../client/add-copies.js';
import { describeWebApp } from './web-app-tools.js';

/** As with a bad mobile connection. */
const SLOW = { offline: false, latency: 800, downloadThroughput: 100_000, uploadThroughput: 20_000 };

describeWebApp('the web app', (tools) => {
  it('can be used on a slow network: what is written is shown at once, and sent once, in its order', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    await tools.world.as(bob).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'hello' });
    const reader = await tools.open(ann);
    const { page } = reader;
    const devices = await page.context().newCDPSession(page);
    await devices.send('Network.enable');
    await devices.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(path);
    await reader.message('hello').waitFor();
    const texts = ['one', 'two', 'three'].map((word) => `slow ${word}`);
    for (const text of texts) {
      await reader.write(text);
      await reader.message(text).waitFor();
    }
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Notifications' }).waitFor();
    await page.keyboard.press('Escape');
    await reader.untilNothingWaits();
    for (const text of texts) expect(await reader.message(text).count()).toBe(1);
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await tools.world
      .as(ann)
      .ok(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false });
    expect(messages.map(({ content }) => content)).toEqual(['hello', ...texts]);
    await reader.until(
      () => reader.banner.textContent(),
      (text) => text === '',
    );
  }, 240_000);

  it('shows a channel of 10,000 messages from the newest to the first one without a hole, with at most 3,000 of them in memory', async () => {
    const { ann, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const first = { type: 'channel', to: channel.id, topic: 'birds', content: 'the first one', read_by_sender: true } as const;
    const { id } = await writer.ok(sendMessage, first);
    const ids = [id, ...(await addCopies(id, 9_999))];
    const reader = await tools.open(ann, { viewport: { width: 1_000, height: 2_000 } });
    const { page } = reader;
    await page.goto(path);
    await reader.message('line 9999').waitFor();
    await reader.scrollOver(ids, -1_800);
    await reader.message('the first one').waitFor();
    // The newest ones were forgotten on the way, and are loaded again.
    await page.keyboard.press('End');
    await reader.message('line 9999').waitFor();
    // A link to a message shows it, also while older ones are loaded above it.
    const topOf = (near: number) =>
      page.evaluate<number>(`document.querySelector('article[data-message-id="${near}"]')?.getBoundingClientRect().top ?? -1`);
    for (const place of [2_000, 4_000, 5_000, 6_000, 8_000]) {
      const near = ids[place] ?? 0;
      await page.goto(`${path}?near=${near}`);
      await reader.until(
        () => reader.ids(),
        (shown) => shown.includes(near) && shown.includes(ids[place - 5] ?? 0),
      );
      // The page before is there when its first message can be scrolled to.
      await reader.until(
        () => page.evaluate<number>("document.querySelector('.feed-scroller').scrollTop"),
        (top) => top > 3_000,
      );
      await reader.until(
        () => topOf(near),
        (top) => top > 0 && top < 300,
      );
    }
  }, 1_200_000);

  it('moves with arrow keys by its own language, and not by that of the browser', async () => {
    const { ann } = await tools.pair();
    const { page } = await tools.open(ann, { locale: 'ar-EG' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'General' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Profile', selected: true }).waitFor();
  }, 120_000);

  it('is laid out from right to left, and shows texts in the direction of their language', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    await tools.world.as(bob).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'שלום עולם' });
    await tools.world.as(bob).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'hello world' });
    const reader = await tools.open(ann, { viewport: { width: 1_024, height: 700 } });
    const { page } = reader;
    await page.goto(path);
    await reader.message('hello world').waitFor();
    const directionOf = (text: string) =>
      reader
        .message(text)
        .locator('.rendered')
        .evaluate((element) => getComputedStyle(element).direction);
    expect([await directionOf('שלום עולם'), await directionOf('hello world')]).toEqual(['rtl', 'ltr']);
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (box === null) throw new Error(`${selector} is not shown`);
      return box;
    };
    expect((await boxOf('.sidebar')).x).toBeLessThan((await boxOf('.feed')).x);
    for (const width of [1_024, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate("document.documentElement.dir = 'rtl'");
      if (width === 1_024) expect((await boxOf('.sidebar')).x).toBeGreaterThan((await boxOf('.feed')).x);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect([await directionOf('שלום עולם'), await directionOf('hello world')]).toEqual(['rtl', 'ltr']);
      expect(await tools.browser.faultsOf(page)).toEqual([]);
    }
    await reader.write('שוב');
    await reader.untilSent('שוב');
    expect(await reader.field.evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext');
  }, 180_000);
});
