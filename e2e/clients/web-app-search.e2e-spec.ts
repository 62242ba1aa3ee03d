import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('searching in the web app', (tools) => {
  it('finds messages by words and operators, with suggestions, and marks what was found', async () => {
    const { ann, bob, channel } = await tools.pair();
    const word = tools.world.fresh('zebra').replaceAll(/[^a-z0-9]/g, '');
    const send = (content: string, topic = 'birds') =>
      tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic, content });
    const reader = await tools.open(bob);
    const { page } = reader;
    await page.goto(`${tools.base}/app/inbox`);
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    // Not before: a page that shows messages marks them as read.
    await send(`a red ${word}`);
    await send(`a blue ${word}, see https://example.com`);
    await send(`another red ${word} ${HOSTILE}`, 'a topic');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = dialog.getByRole('combobox');
    const search = async (query: string) => {
      await page.keyboard.press('/');
      await field.fill(query);
      await field.press('Enter');
      await page.getByRole('heading', { level: 1, name: `Search: ${query}` }).waitFor();
    };

    await search(word);
    await reader.message('a red').waitFor();
    await reader.message('another red').waitFor();
    expect(await page.getByRole('article').count()).toBe(3);
    expect(await reader.message('a blue').locator('.highlight').first().textContent()).toBe(word);
    expect(await page.evaluate('window.attacked')).toBeUndefined();

    await search(`${word} -has:link topic:"a topic"`);
    await reader.message('a red').waitFor({ state: 'detached' });
    await reader.message('another red').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);

    await page.keyboard.press('/');
    await field.fill(`${word} chan`);
    await dialog.getByRole('option', { name: /^channel:/ }).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.pressSequentially(`"${channel.name.slice(0, 12)}`);
    await dialog.getByRole('option').filter({ hasText: channel.name }).click();
    await field.pressSequentially('red');
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Search: ${word} channel:"${channel.name}" red` }).waitFor();
    await reader.message('a blue').waitFor({ state: 'detached' });
    await reader.message('a red').waitFor();

    // What was found is still unread.
    const narrow = [
      { operator: 'channel', operand: channel.id },
      { operator: 'is', operand: 'unread' },
    ];
    const unread = await tools.world.as(bob).ok(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    expect(unread.messages).toHaveLength(3);

    await page.reload();
    await reader.message('a red').waitFor();
    await send(`a third red ${word}`);
    await reader.message('a third red').waitFor();
    await reader
      .message('a third red')
      .getByRole('button', { name: /^Actions/ })
      .waitFor();
  }, 180_000);

  it('says what it does not know, finds nothing without a fault, and runs nothing of a query', async () => {
    const { ann } = await tools.pair();
    const { page } = await tools.open(ann);
    await page.goto(`${tools.base}/app/search/${encodeURIComponent('from:Nobody-at-all x')}`);
    await page.getByRole('alert').getByText('There is no “Nobody-at-all”.').waitFor();
    await page.goto(`${tools.base}/app/search/${encodeURIComponent(`${HOSTILE} "><script>window.attacked=1</script>`)}`);
    await page.getByText('No message was found.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(HOSTILE);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
  }, 180_000);
});
