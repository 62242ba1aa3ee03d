import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('acting on messages, topics and channels in the web app', (tools) => {
  /** What a person sees in a channel: topic and text, the oldest first. */
  const contents = async (person: { email: string; api_key: string }, channelId: number) => {
    const narrow = [{ operator: 'channel', operand: channelId }];
    const params = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await tools.world.as(person).ok(getMessages, params);
    return messages.map(({ subject, content }) => [subject, content]);
  };

  it('move messages, say why they may not, and rename and resolve a topic', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const other = await tools.world.channel([ann, bob]);
    const writer = tools.world.as(ann);
    for (const content of ['first', 'second', 'third'])
      await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content });
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    await page.goto(path);
    await reader.message('second').waitFor();
    await reader.act('second', 'Move');
    const dialog = page.getByRole('dialog', { name: 'Move messages' });
    await dialog.getByRole('button', { name: 'Move' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Channel' }).selectOption({ label: `#${other.name}` });
    await dialog.getByLabel('Topic', { exact: true }).fill(HOSTILE);
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.route('**/json/messages/*', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"result":"error","code":"BAD_REQUEST","msg":"Not now"}' }),
    );
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByRole('alert').getByText('That did not work: Not now').waitFor();
    expect(await dialog.getByLabel('Topic', { exact: true }).inputValue()).toBe(HOSTILE);
    await page.unroute('**/json/messages/*');
    await dialog.getByRole('radio', { name: 'This message', exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Post a notice in the new topic' }).uncheck();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.waitFor({ state: 'detached' });
    await reader.message('second').waitFor({ state: 'detached' });
    expect(await contents(ann, other.id)).toEqual([[HOSTILE, 'second']]);

    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for #/ })
      .click();
    await page.getByRole('menuitem', { name: 'Move or rename' }).click();
    const rename = page.getByRole('dialog', { name: 'Move or rename the topic' });
    await rename.getByLabel('Topic', { exact: true }).fill('fish');
    await rename.getByRole('checkbox', { name: 'Post a notice in the old topic' }).uncheck();
    await rename.getByRole('checkbox', { name: 'Post a notice in the new topic' }).uncheck();
    await rename.getByRole('button', { name: 'Move' }).click();
    // The reader goes with the topic.
    await page.getByRole('heading', { level: 1, name: /› fish$/ }).waitFor();
    await reader.message('third').waitFor();
    expect((await contents(ann, channel.id)).slice(0, 2)).toEqual([
      ['fish', 'first'],
      ['fish', 'third'],
    ]);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for #/ })
      .click();
    await page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
    await page.getByRole('heading', { level: 1, name: /› ✔ fish$/ }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for #/ })
      .click();
    await page.getByRole('menuitem', { name: 'Mark as not resolved' }).click();
    await page.getByRole('heading', { level: 1, name: /› fish$/ }).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
  }, 240_000);

  it('quote with the keyboard, and forward, with a link that leads to the message', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    await tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'a **red** bird' });
    const reader = await tools.open(bob);
    const { page } = reader;
    await page.goto(path);
    await reader.message('a red bird').waitFor();
    await reader.field.fill('I have read this');
    await reader.field.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('>');
    await reader.untilField(/^I have read this\n@_\*\*Ann Lee\|\d+\*\* \[said\]\(.*\):\n```quote\na \*\*red\*\* bird\n```\n$/);
    await reader.field.press('Enter');
    const quote = page.getByRole('article').filter({ has: page.locator('blockquote') });
    await quote.getByText('red').waitFor();
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
    await quote.getByRole('link', { name: 'said' }).click();
    await page.waitForURL(/\/topic\/birds\?near=\d+$/);

    await reader
      .message('a red bird')
      .first()
      .getByRole('button', { name: /^Actions/ })
      .press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Forward' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Forward' });
    await dialog.getByLabel('Channel or people').fill('Ann Lee');
    await dialog.getByRole('button', { name: 'Ann Lee' }).first().click();
    await dialog.getByRole('button', { name: 'Write a message' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
    await reader.untilField(/^@_\*\*Ann Lee\|\d+\*\* \[said\]/);
    // Links to direct messages name all people, so that each of them can follow the same link.
    await page.goto(`${tools.base}/app/direct/${ann.user_id},${bob.user_id}?near=1`);
    await page.waitForURL(`${tools.base}/app/direct/${ann.user_id}?near=1`);
    await page.goto(`${tools.base}/#narrow/dm/${ann.user_id},${bob.user_id}`);
    await page.waitForURL(`${tools.base}/app/direct/${ann.user_id}`);
    await page.getByRole('heading', { level: 1, name: 'Ann Lee', exact: true }).waitFor();
  }, 180_000);

  it('quote late, after the reader has gone elsewhere, without moving what is written there', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const { id } = await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'a red bird' });
    await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'cats', content: 'a black cat' });
    const reader = await tools.open(bob);
    const { page } = reader;
    await reader.message('a red bird').waitFor();
    let isHeld = true;
    const asked = page.waitForRequest(`**/json/messages/${id}?*`);
    await page.route(`**/json/messages/${id}?*`, async (route) => {
      await reader.until(
        async () => isHeld,
        (held) => !held,
      );
      await route.continue();
    });
    await reader.act('a red bird', 'Quote and reply');
    await asked;
    await page
      .getByRole('main')
      .getByRole('link', { name: /› cats$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /› cats$/ }).waitFor();
    await reader.field.fill('about');
    isHeld = false;
    await reader.until(
      () => page.evaluate<string>('JSON.stringify({ ...localStorage })'),
      (kept) => kept.includes('a red bird'),
    );
    expect(await reader.field.inputValue()).toBe('about');
    await reader.field.pressSequentially(' cats');
    await reader.field.press('Enter');
    await reader.untilSent('about cats');
    expect(await contents(bob, channel.id)).toEqual([
      ['birds', 'a red bird'],
      ['cats', 'a black cat'],
      ['cats', 'about cats'],
    ]);
    await page.goto(`${path}/topic/birds`);
    await reader.untilField(/^@_\*\*Ann Lee\|\d+\*\* \[said\]/);
  }, 180_000);

  it('mark as unread from a message on, and the page does not read it again until the reader comes back', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    for (const content of ['first', 'second', 'third'])
      await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content });
    const reader = await tools.open(bob);
    const { page } = reader;
    const entry = page.getByRole('navigation').getByRole('link', { name: /^birds/ });
    await page.goto(path);
    await reader.message('third').waitFor();
    await page.locator('.message.is-unread').first().waitFor({ state: 'detached' });
    await reader.act('second', 'Mark as unread from here');
    await entry.getByText('2 unread messages').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await entry.getByText('2 unread messages').waitFor();
    await entry.click();
    await entry.getByText('2 unread messages').waitFor({ state: 'detached' });
  }, 180_000);

  it('mute and follow topics, pin, mute and leave a channel', async () => {
    const { ann, channel, path } = await tools.pair();
    await tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'hello' });
    const reader = await tools.open(ann);
    const { page } = reader;
    const sidebar = page.getByRole('navigation');
    await page.goto(path);
    const choose = async (button: string, item: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
      await sidebar.getByRole('button', { name: button, exact: true }).press('Enter');
      await page.getByRole(role, { name: item, exact: true }).click();
    };
    const topic = `Actions for #${channel.name} › birds`;
    const topicEntry = sidebar.getByRole('link', { name: /^birds/ });
    await choose(topic, 'Mute the topic', 'menuitemradio');
    await topicEntry.getByText('muted').waitFor();
    await sidebar.getByRole('button', { name: topic, exact: true }).press('Enter');
    const muted = page.getByRole('menuitemradio', { name: 'Mute the topic' });
    expect(await muted.getAttribute('aria-checked')).toBe('true');
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Follow the topic' }).click();
    await topicEntry.getByText('followed').waitFor();
    await topicEntry.getByText('muted').waitFor({ state: 'detached' });

    const channelEntry = sidebar.getByRole('link', { name: channel.name });
    await choose(`Actions for #${channel.name}`, 'Mute the channel');
    await channelEntry.getByText('muted').waitFor();
    await choose(`Actions for #${channel.name}`, 'Unmute the channel');
    await channelEntry.getByText('muted').waitFor({ state: 'detached' });
    await choose(`Actions for #${channel.name}`, 'Pin to the top');
    await sidebar.getByRole('button', { name: `Actions for #${channel.name}`, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Do not pin to the top' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(`Actions for #${channel.name}`, 'Unsubscribe');
    const dialog = page.getByRole('alertdialog', { name: `Unsubscribe from #${channel.name}?` });
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    await channelEntry.waitFor({ state: 'detached' });
  }, 180_000);
});
