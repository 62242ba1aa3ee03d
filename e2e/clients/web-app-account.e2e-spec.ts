import { expect, it } from '@jest/globals';
import { muteUser, sendMessage } from '@parley/contracts/messaging';
import { fetchApiKey, getMe } from '@parley/contracts/organization';
import { describeWebApp } from './web-app-tools.js';

/** A picture with one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Keeps what the page would show on the desktop, and makes it a page in the background. */
const RECORD_NOTIFICATIONS = `
  window.shown = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title, { body, tag }) { window.shown.push({ title, body, tag }); this.close = () => {}; window.last = this; }
  };
  document.hasFocus = () => false;
`;

describeWebApp('the account in the web app', (tools) => {
  it('has a name, a picture and a time zone that others see', async () => {
    const { ann } = await tools.pair();
    const { page, until } = await openSettings(ann, 'Profile');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    const me = () => tools.world.as(ann).ok(getMe, {});
    await dialog.getByLabel('Your name').fill('*');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    expect(await dialog.getByLabel('Your name').inputValue()).toBe('*');
    await dialog.getByLabel('Your name').fill('Anna Lee');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await until(me, ({ full_name }) => full_name === 'Anna Lee');
    const before = (await me()).avatar_version;
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a picture' }).click();
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE });
    await until(me, ({ avatar_version }) => avatar_version > before);
    await dialog.getByRole('button', { name: 'Remove the picture' }).click();
    await dialog.getByRole('button', { name: 'Remove the picture' }).waitFor({ state: 'detached' });
    await dialog.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
    await until(me, ({ timezone }) => timezone === 'Asia/Tokyo');
  }, 180_000);

  it('shows and replaces the API key after the password, and changes the password', async () => {
    const { ann } = await tools.pair();
    const { page } = await openSettings(ann, 'Password and API key');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const keys = dialog.locator('.api-key');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Show the API key' }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    expect(await keys.count()).toBe(0);
    await dialog.getByLabel('Password', { exact: true }).fill(ann.password);
    await dialog.getByRole('button', { name: 'Show the API key' }).click();
    await keys.getByText(ann.api_key).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace the API key' }).click();
    await keys.getByText(ann.api_key).waitFor({ state: 'detached' });
    const key = (await keys.textContent()) ?? '';
    expect(await tools.world.as({ email: ann.email, api_key: key }).ok(getMe, {})).toMatchObject({ user_id: ann.user_id });
    await dialog.getByRole('button', { name: 'Hide the API key' }).click();
    await keys.waitFor({ state: 'detached' });

    const password = 'another long battery';
    await dialog.getByLabel('Present password').fill('wrong');
    await dialog.getByLabel('New password').fill(password);
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    await dialog.getByLabel('Present password').fill(ann.password);
    await dialog.getByRole('button', { name: 'Change the password' }).click();
    const signsIn = async () => (await tools.world.anybody(tools.world.host).call(fetchApiKey, { username: ann.email, password })).status;
    await openedUntil(signsIn);
  }, 180_000);

  it('is told of messages by the settings, and lists what is muted', async () => {
    const { ann, bob, channel } = await tools.pair();
    const other = await tools.world.newcomer('Cat Fox');
    await tools.world.as(bob).ok(muteUser, { muted_user_id: other.user_id });
    const reader = await tools.open(bob);
    const { page } = reader;
    await page.addInitScript(RECORD_NOTIFICATIONS);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: channel.name, exact: true }).waitFor();
    const writer = tools.world.as(ann);
    await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'not for you' });
    await page.getByRole('navigation').getByText('1 unread message').first().waitFor();
    await writer.ok(sendMessage, {
      type: 'channel',
      to: channel.id,
      topic: 'birds',
      content: `@**Bob Ray|${bob.user_id}** look <b>here</b>`,
    });
    const shown = () => page.evaluate<{ title: string; body: string }[]>('window.shown');
    await reader.until(shown, (list) => list.length > 0);
    expect(await shown()).toMatchObject([{ title: `Ann Lee (#${channel.name} › birds)`, body: '@Bob Ray look <b>here</b>' }]);
    await page.evaluate('window.last.onclick()');
    await page.waitForURL(/\/topic\/birds\?near=\d+$/);

    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('tab', { name: 'Notifications' }).click();
    const group = dialog.getByRole('group', { name: /^Direct messages/ });
    const content = group.getByRole('checkbox', { name: 'Show the text of direct messages' });
    const sound = group.getByRole('checkbox', { name: 'Play a sound' });
    // The server answers only when both boxes show their new values, and then it refuses the first one.
    const refuse = { status: 503, contentType: 'application/json', body: '{"result":"error","msg":"The server is busy","code":"BUSY"}' };
    let refused = 0;
    await page.route('**/json/settings', async (route) => {
      const isOn = async () => (await content.isChecked()) || (await sound.isChecked());
      await reader.until(isOn, (on) => !on || refused > 0);
      refused += 1;
      await (refused === 1 ? route.fulfill(refuse) : route.continue());
    });
    await sound.uncheck();
    await content.uncheck();
    await dialog.getByRole('alert').getByText('The server is busy').waitFor();
    await reader.until(() => sound.isChecked(), Boolean);
    expect(await content.isChecked()).toBe(false);
    await sound.uncheck();
    await dialog.getByText('Saved.').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    // A window that was just opened shows what the server has, and no choice that waits.
    const isOnServer = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Settings' }).click();
      await dialog.getByRole('tab', { name: 'Notifications' }).click();
      return await content.isChecked();
    };
    await reader.until(isOnServer, (isOn) => !isOn);
    await writer.ok(sendMessage, { type: 'direct', to: [bob.user_id], content: 'a secret' });
    await reader.until(shown, (list) => list.length > 1);
    expect((await shown()).at(-1)).toMatchObject({ title: 'Ann Lee', body: 'New direct message' });
    await dialog.getByRole('tab', { name: 'Muted and followed' }).click();
    await dialog.getByRole('button', { name: 'Unmute Cat Fox' }).click();
    await dialog.getByText('You have not muted anyone.').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
  }, 180_000);

  async function openSettings(person: Parameters<typeof tools.open>[0], tab: string) {
    const reader = await tools.open(person, { viewport: { width: 360, height: 640 } });
    await reader.page.getByRole('button', { name: 'Settings' }).click();
    await reader.page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab }).click();
    return reader;
  }

  async function openedUntil(status: () => Promise<number>): Promise<void> {
    const deadline = Date.now() + 60_000;
    while ((await status()) !== 200) if (Date.now() > deadline) throw new Error('the new password is not in force');
  }
});
