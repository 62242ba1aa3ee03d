import { expect, it } from '@jest/globals';
import { createChannelFolder, getChannel, updateChannel } from '@parley/contracts/channels';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('channels in the web app', (tools) => {
  it('create a channel with its first subscribers, change it, and archive it', async () => {
    const { ann, bob } = await tools.pair();
    const owner = tools.world.as(tools.world.owner);
    const folder = tools.world.fresh('Folder').slice(0, 60);
    const { channel_folder_id } = await owner.ok(createChannelFolder, { name: folder });
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    const name = tools.world.fresh('birds').slice(0, 50);
    await page.goto(`${tools.base}/app/channels`);
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
    await page.getByRole('button', { name: 'Create a channel' }).click();
    const create = page.getByRole('dialog', { name: 'Create a channel' });
    await create.getByRole('textbox', { name: 'Name' }).fill(name);
    await create.getByRole('textbox', { name: 'Description' }).fill(`about ${HOSTILE}`);
    await create.getByRole('radio', { name: /^Private/ }).click();
    await create.getByRole('combobox', { name: 'Folder' }).selectOption({ label: folder });
    await create.getByLabel('Find people').fill(bob.email);
    await create.getByRole('button', { name: 'Bob Ray', exact: true }).click();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `#${name}` }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const stored = async () => (await tools.world.as(bob).ok(getChannel, { stream_id: id })).stream;
    expect(await stored()).toMatchObject({ name, description: `about ${HOSTILE}`, invite_only: true, folder_id: channel_folder_id });

    await page
      .getByRole('main')
      .getByRole('button', { name: `Actions for #${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Settings and subscribers' }).click();
    const settings = page.getByRole('dialog', { name: `Settings of #${name}` });
    const subscribers = settings.getByRole('list', { name: 'Subscribers' });
    await subscribers.getByText('Bob Ray').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await settings.getByLabel('Description').fill('all about birds');
    await settings.getByRole('combobox', { name: 'Who may post' }).selectOption({ label: 'Administrators' });
    await settings.getByRole('button', { name: 'Save the changes' }).click();
    await settings.getByText('Saved.').waitFor();
    expect(await stored()).toMatchObject({ description: 'all about birds', stream_post_policy: 2 });
    await subscribers.getByRole('button', { name: 'Remove Bob Ray' }).click();
    await subscribers.getByText('Bob Ray').waitFor({ state: 'detached' });
    await settings.getByLabel('Find people').fill(bob.email);
    await settings.getByRole('button', { name: 'Bob Ray', exact: true }).click();
    await settings.getByRole('button', { name: 'Add', exact: true }).click();
    await subscribers.getByText('Bob Ray').waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();

    await settings.getByRole('button', { name: 'Archive the channel' }).click();
    await settings.getByRole('button', { name: 'Archive it now' }).click();
    await settings.waitFor({ state: 'detached' });
    await reader.until(stored, ({ is_archived }) => is_archived);
  }, 240_000);

  it('find a channel, subscribe and unsubscribe, and see its settings without the right to change them', async () => {
    const { ann, bob } = await tools.pair();
    const other = await tools.world.channel([ann]);
    await tools.world.as(ann).ok(updateChannel, { stream_id: other.id, description: `about ${HOSTILE}` });
    const reader = await tools.open(bob);
    const { page } = reader;
    await page.getByRole('navigation').getByRole('link', { name: 'All channels' }).click();
    await page.getByRole('searchbox', { name: 'Find channels' }).fill(other.name);
    await page.getByText(`about ${HOSTILE}`).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    const entry = page.getByRole('navigation').getByRole('link', { name: other.name, exact: true });
    await page.getByRole('button', { name: `Subscribe to ${other.name}` }).click();
    await entry.waitFor();
    await page.getByRole('button', { name: `Settings of ${other.name}` }).click();
    const settings = page.getByRole('dialog', { name: `Settings of #${other.name}` });
    await settings.getByText('You may not change the settings of this channel.').waitFor();
    await settings.getByRole('button', { name: 'Remove Ann Lee' }).click();
    await settings.getByRole('alert').getByText('That did not work').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Unsubscribe from ${other.name}` }).click();
    await entry.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.attacked')).toBeUndefined();
  }, 180_000);

  it('is created late, after its window was closed, without closing another window or leading elsewhere', async () => {
    const { ann } = await tools.pair();
    const reader = await tools.open(ann);
    const { page } = reader;
    const name = tools.world.fresh('late').slice(0, 50);
    await page.goto(`${tools.base}/app/channels`);
    await page.getByRole('button', { name: 'Create a channel' }).click();
    const create = page.getByRole('dialog', { name: 'Create a channel' });
    await create.getByRole('textbox', { name: 'Name' }).fill(name);
    let isHeld = true;
    await page.route('**/json/channels/create', async (route) => {
      await reader.until(
        async () => isHeld,
        (held) => !held,
      );
      await route.continue();
    });
    const answered = page.waitForResponse('**/json/channels/create');
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await page.keyboard.press('Escape');
    await create.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.waitFor();
    isHeld = false;
    await (await answered).finished();
    await page.locator('.sidebar').getByText(name).waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await settings.isVisible()).toBe(true);
    expect(page.url()).toBe(`${tools.base}/app/channels`);
  }, 180_000);
});
