import { expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { sendMessage } from '@parley/contracts/messaging';
import { updateUser } from '@parley/contracts/organization';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** As if the reader pasted two pictures. */
const PASTE_PICTURES = `(() => {
  const bytes = Uint8Array.from(atob('${DOT}'), (sign) => sign.charCodeAt(0));
  const files = new DataTransfer();
  for (const name of ['one.png', 'two.png']) files.items.add(new File([bytes], name, { type: 'image/png' }));
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: files });
  document.querySelector('form.compose textarea').dispatchEvent(event);
})()`;

describeWebApp('polls, tasks, pictures and invitations in the web app', (tools) => {
  it('vote in a poll and add an option, and tick off tasks, for all who look', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const send = (content: string) => writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content });
    await send(`/poll Lunch? ${HOSTILE}\nSoup\nRice`);
    await send('/todo Party\nCake: a large one');
    const [anns, bobs] = [await tools.open(ann), await tools.open(bob, { viewport: { width: 360, height: 640 } })];
    for (const { page } of [anns, bobs]) await page.goto(path);
    const poll = ({ page }: typeof anns) => page.getByRole('article').filter({ hasText: 'Lunch?' });
    await poll(bobs).getByText(HOSTILE).waitFor();
    expect(await bobs.page.evaluate('window.attacked')).toBeUndefined();
    await poll(bobs).getByRole('button', { name: 'Vote for Soup. Votes: 0' }).click();
    await poll(anns).getByRole('button', { name: 'Vote for Soup. Votes: 1' }).click();
    await poll(bobs).getByRole('button', { name: 'Vote for Soup. Votes: 2', pressed: true }).click();
    await poll(anns).getByRole('button', { name: 'Vote for Soup. Votes: 1' }).waitFor();
    await poll(bobs).getByLabel('Another option').fill('Bread');
    await poll(bobs).getByLabel('Another option').press('Enter');
    await poll(anns).getByRole('button', { name: 'Vote for Bread. Votes: 0' }).waitFor();

    const tasks = ({ page }: typeof anns) => page.getByRole('article').filter({ hasText: 'Party' });
    await tasks(bobs).getByRole('checkbox', { name: /^Cake/ }).click();
    await tasks(anns).getByRole('checkbox', { name: /^Cake/, checked: true }).waitFor();
    await tasks(anns).getByLabel('Another task').fill('Music');
    await tasks(anns).getByRole('button', { name: 'Add the task' }).click();
    await tasks(bobs).getByRole('checkbox', { name: 'Music', checked: false }).waitFor();
    for (const { page } of [anns, bobs]) expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await bobs.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  }, 180_000);

  it('show pictures in a window of their own, with the keyboard', async () => {
    const { ann, path } = await tools.pair();
    const reader = await tools.open(ann);
    const { page } = reader;
    await page.goto(path);
    await reader.field.fill('two pictures');
    await page.evaluate(PASTE_PICTURES);
    await reader.untilField(/(?:\/user_uploads\/.*){2}/s);
    await reader.field.press('Enter');
    const links = reader.message('two pictures').locator('.message_inline_image a');
    await links.nth(1).waitFor();
    await links.first().press('Enter');
    const first = (await links.first().getAttribute('title')) ?? '';
    const second = (await links.nth(1).getAttribute('title')) ?? '';
    await page
      .getByRole('dialog', { name: `Picture: ${first}` })
      .getByText('1 / 2')
      .waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    const dialog = page.getByRole('dialog', { name: `Picture: ${second}` });
    await dialog.getByText('2 / 2').waitFor();
    await dialog.getByRole('img', { name: second }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await links.first().evaluate((link) => link.ownerDocument.activeElement === link)).toBe(true);
  }, 180_000);

  it('invite by mail and by link, and revoke', async () => {
    const { ann } = await tools.pair();
    await tools.world.as(tools.world.owner).ok(updateUser, { user_id: ann.user_id, role: ROLES.administrator });
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    await page.goto(`${tools.base}/app/people`);
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    const email = `${tools.world.fresh('invited').replaceAll(' ', '-')}@example.com`;
    await dialog.getByLabel('Email addresses').fill('not an address');
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    expect(await dialog.getByLabel('Email addresses').inputValue()).toBe('not an address');
    await dialog.getByLabel('Email addresses').fill(email);
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    const open = dialog.getByRole('list', { name: 'Open invitations' });
    await open.getByText(email).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await dialog.getByRole('button', { name: 'Make a link for many' }).click();
    await dialog.getByLabel('The new link').waitFor();
    const link = await dialog.getByLabel('The new link').inputValue();
    expect(link).toMatch(/\/join\/\w+/);
    await open.getByRole('button', { name: `Revoke the invitation: ${link}` }).click();
    await open.getByText(link).waitFor({ state: 'detached' });
    await open.getByRole('button', { name: `Revoke the invitation: ${email}` }).click();
    await open.getByText(email).waitFor({ state: 'detached' });
  }, 180_000);
});
