import { expect, it } from '@jest/globals';
import { sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

/** How far below the top of the feed the line above the first unread message is. Null if it is not on the screen. */
const UNREAD_LINE = `(() => {
  const line = document.querySelector('.unread-line')?.getBoundingClientRect();
  const box = document.querySelector('.feed-scroller')?.getBoundingClientRect();
  return line && box && line.top >= box.top - 2 && line.bottom <= box.bottom ? line.top - box.top : null;
})()`;

describeWebApp('the web app when something fails', (tools) => {
  it('says that a window did not load, and loads it after a reload', async () => {
    const { ann, path } = await tools.pair();
    const { page, field, banner } = await tools.open(ann);
    await page.goto(path);
    await field.fill('half a thought');
    await field.press('Escape');
    await page.context().setOffline(true);
    await banner.getByText('No connection').waitFor();
    await page.keyboard.press('/');
    const failure = page.getByRole('dialog', { name: 'Something went wrong' });
    await failure.getByText('This part of the page did not load').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await page.context().setOffline(false);
    await failure.getByRole('button', { name: 'Reload' }).click();
    await failure.waitFor({ state: 'detached' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('half a thought');
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
  }, 180_000);

  it('puts the text of a refused message back into the draft of its conversation', async () => {
    const { ann, channel, path } = await tools.pair();
    const reader = await tools.open(ann);
    const { page, field } = reader;
    await page.goto(path);
    await page.route('**/json/messages', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"result":"error","code":"BAD_REQUEST","msg":"Not now"}' }),
    );
    await reader.write('the refused text');
    await page.getByRole('alert').getByText('Not sent: Not now').waitFor();
    await field.fill('already here');
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
    const pending = page.locator('.is-pending').filter({ hasText: 'the refused text' });
    await pending.getByRole('button', { name: 'Edit' }).click();
    await pending.waitFor({ state: 'detached' });
    await reader.untilField(/^already here\nthe refused text$/);
    expect(new URL(page.url()).pathname).toBe(`/app/channel/${channel.id}/topic/birds`);
    expect(await field.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
  }, 180_000);

  it('begins at the first unread message, also when the reader comes from another long conversation', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const reader = await tools.open(bob);
    // A page that shows messages marks them as read.
    await reader.page.goto(`${tools.base}/app/inbox`);
    await reader.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    const writer = tools.world.as(ann);
    const send = (topic: string, content: string) => writer.ok(sendMessage, { type: 'channel', to: channel.id, topic, content });
    await send('birds', `#**${channel.name}>cats**`);
    for (let sent = 0; sent < 40; sent += 1) await send('birds', `bird ${sent}`);
    const cats: number[] = [];
    for (let sent = 0; sent < 80; sent += 1) cats.push((await send('cats', `cat ${sent}`)).id);
    await tools.world.as(bob).ok(updateMessageFlags, { messages: cats.slice(0, 40), op: 'add', flag: 'read' });

    await reader.page.goto(path);
    await reader.message('bird 3').waitFor();
    await reader.page
      .getByRole('article')
      .getByRole('link', { name: / > cats$/ })
      .click();
    await reader.message('cat 40').waitFor();
    await reader.until(
      () => reader.page.evaluate<number | null>(UNREAD_LINE),
      (top) => top !== null,
    );
  }, 180_000);
});
