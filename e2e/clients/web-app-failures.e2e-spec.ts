import { expect, it } from '@jest/globals';
import { sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

/** How far below the top of the feed the line above the first unread message is. Null if it is not on the screen. */
const UNREAD_LINE = `(() => {
  const line = document.querySelector('.unread-line')?.getBoundingClientRect();
  const box = document.querySelector('.feed-scroller')?.getBoundingClientRect();
  return line && box && line.top >= box.top - 2 && line.bottom <= box.bottom ? line.top - box.top : null;
})()`;

const READS = /\/json\/messages\?/;
const NOT_NOW = { status: 400, contentType: 'application/json', body: '{"result":"error","code":"BAD_REQUEST","msg":"Not now"}' };

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
    await page.route('**/json/messages', (route) => route.fulfill(NOT_NOW));
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

  it('keeps what is typed into an edit: while it is not on the screen, while it is saved, when that is refused, and over a reload', async () => {
    const { ann, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const send = (content: string) =>
      writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content, read_by_sender: true });
    for (let count = 0; count < 60; count += 1) await send(`line ${count}`);
    await send('the last one');
    const reader = await tools.open(ann);
    const { page } = reader;
    await page.goto(path);
    await reader.message('the last one').waitFor();
    await reader.act('the last one', 'Edit');
    const edit = page.getByRole('textbox', { name: 'Text of the message' });
    await edit.fill('a better one');

    await page.getByRole('region', { name: 'Messages' }).hover();
    const scrolled = async (by: number) => {
      await page.mouse.wheel(0, by);
      return edit.count();
    };
    await reader.until(
      () => scrolled(-1_000),
      (count) => count === 0,
    );
    await reader.until(
      () => scrolled(1_000),
      (count) => count === 1,
    );
    expect(await edit.inputValue()).toBe('a better one');

    let refuse: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/json/messages/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await held;
      return route.fulfill(NOT_NOW);
    });
    await edit.press('Enter');
    await page.locator('.edit-box textarea[readonly]').waitFor();
    await edit.press('Escape');
    expect(await edit.inputValue()).toBe('a better one');
    refuse();
    await page.locator('.edit-box').getByText('That did not work: Not now').waitFor();
    expect(await edit.inputValue()).toBe('a better one');

    await page.reload();
    await reader.act('the last one', 'Edit');
    expect(await edit.inputValue()).toBe('a better one');
    await page.unroute('**/json/messages/*');
    await edit.press('Enter');
    await reader.message('a better one').getByText('edited').waitFor();
  }, 180_000);

  it('says in the place of the messages why they did not load, and loads them when the reader asks', async () => {
    const { ann, channel, path } = await tools.pair();
    await tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'here after all' });
    const reader = await tools.open(ann);
    const { page } = reader;
    await page.route(READS, (route) => route.fulfill(NOT_NOW));
    await page.goto(path);
    const region = page.getByRole('region', { name: 'Messages' });
    await region.getByRole('alert').getByText('That did not work: Not now').waitFor();
    expect(await region.getByText('Loading').count()).toBe(0);
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await page.unroute(READS);
    await region.getByRole('button', { name: 'Try again' }).click();
    await reader.message('here after all').waitFor();
    await region.getByRole('alert').waitFor({ state: 'detached' });
  }, 180_000);

  it('is loaded again, once, when the server has another version of a part, says so, and keeps what was typed', async () => {
    const { ann, channel } = await tools.pair();
    const reader = await tools.open(ann);
    const { page } = reader;
    await page.goto(`${tools.base}/app/channel/${channel.id}`);
    await page.getByRole('textbox', { name: 'Topic' }).fill('a new topic');
    await reader.field.fill('half a thought');
    await reader.field.press('Escape');
    let missing: string | undefined;
    // Not the parts that the field loads when it is used.
    await page.route(/\/assets\/shortcuts-dialog[^/]*\.js$/, (route) => {
      const url = route.request().url();
      missing ??= url;
      return url === missing ? route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }) : route.continue();
    });
    await page.keyboard.press('?');
    await page.getByRole('status').getByText('The page was loaded again').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await reader.untilField(/^half a thought$/);
    expect(await page.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('a new topic');

    // The file is still missing: the page stays, and says so.
    await page.evaluate('window.isSamePage = true');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Something went wrong' }).getByText('This part of the page did not load').waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(/\/assets\/shortcuts-dialog[^/]*\.js$/);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await reader.write('a whole thought');
    await reader.untilSent('a whole thought');
    await page.reload();
    await reader.message('a whole thought').waitFor();
    expect(await page.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('');
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
