import { expect, it } from '@jest/globals';
import { getMessages, sendMessage, updateMessage } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('the inbox and the recent conversations of the web app', (tools) => {
  it('show what is unread by conversation, follow what happens, and mark as read', async () => {
    const { ann, bob, channel } = await tools.pair();
    const writer = tools.world.as(ann);
    const send = (topic: string) => writer.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'hello' });
    const reader = await tools.open(bob);
    const { page } = reader;
    const main = page.getByRole('main');
    const ours = main.locator('section').filter({ has: page.getByRole('heading', { name: `#${channel.name}` }) });
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    // Not before: a page that shows messages marks them as read.
    await send('birds');
    await send('birds');
    await send(HOSTILE);
    await writer.ok(sendMessage, { type: 'direct', to: [bob.user_id], content: 'hello' });
    await ours.getByRole('link', { name: 'birds 2 unread messages' }).waitFor();
    await main.getByRole('link', { name: 'Ann Lee 1 unread message' }).waitFor();
    await ours.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await tools.browser.faultsOf(page)).toEqual([]);
    }

    await send('cats');
    await ours.getByRole('link', { name: 'cats 1 unread message' }).waitFor();
    await ours.getByRole('button', { name: 'Mark as read: birds' }).click();
    await ours.getByRole('link', { name: /^birds/ }).waitFor({ state: 'detached' });
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'is', operand: 'unread' },
    ];
    const unread = await tools.world.as(bob).ok(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    expect(unread.messages.map(({ subject }) => subject)).toEqual([HOSTILE.slice(0, 60), 'cats']);

    await ours.getByRole('link', { name: /^cats/ }).click();
    await reader.message('hello').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await ours.getByRole('link', { name: /^cats/ }).waitFor({ state: 'detached' });
  }, 180_000);

  it('list conversations by their newest message, and follow messages, moves and the filter', async () => {
    const { ann, bob, channel } = await tools.pair();
    const writer = tools.world.as(ann);
    const send = (topic: string) => writer.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'hello' });
    await send('first');
    const { id } = await send('second');
    const reader = await tools.open(bob, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    await page.goto(`${tools.base}/app/recent`);
    const list = page.getByRole('list', { name: 'Recent conversations' });
    const topics = async () => {
      const names = await list.locator('.entry-name').allTextContents();
      return names.filter((name) => name.includes(channel.name)).map((name) => name.split(' › ')[1]);
    };
    const until = (...wanted: readonly string[]) => reader.until(topics, (shown) => JSON.stringify(shown) === JSON.stringify(wanted));
    await until('second', 'first');
    await send('first');
    await until('first', 'second');
    await writer.ok(updateMessage, { message_id: id, topic: 'moved', send_notification_to_new_thread: false });
    await until('first', 'moved');
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.getByRole('searchbox', { name: 'Filter conversations' }).fill('moved');
    await until('moved');
    await list.getByRole('link', { name: /moved/ }).click();
    await reader.message('hello').waitFor();
  }, 180_000);
});
