import { expect, it } from '@jest/globals';
import { sendMessage } from '@parley/contracts/messaging';
import { createProfileField, createUserGroup, deleteProfileField, updateProfileData } from '@parley/contracts/organization';
import { setOwnStatus, updateSettings } from '@parley/contracts/settings';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('people and groups in the web app', (tools) => {
  it('show the profile of a sender: status, time, fields and channels, and lead to a conversation with them', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const owner = tools.world.as(tools.world.owner);
    const name = tools.world.fresh('Field').slice(0, 40);
    const { id } = await owner.ok(createProfileField, { name, field_type: 1 });
    const writer = tools.world.as(ann);
    await writer.ok(updateProfileData, { data: [{ id, value: `birds ${HOSTILE}` }] });
    await writer.ok(setOwnStatus, { status_text: `at sea ${HOSTILE}` });
    await writer.ok(updateSettings, { timezone: 'Asia/Tokyo' });
    await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'hello' });
    const reader = await tools.open(bob, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    await page.goto(path);
    await reader.message('hello').getByRole('button', { name: 'Ann Lee', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ann Lee' });
    await dialog.getByText(`at sea ${HOSTILE}`).waitFor();
    await dialog.getByText('Local time').waitFor();
    await dialog.getByText(`birds ${HOSTILE}`).waitFor();
    await dialog.getByRole('link', { name: `#${channel.name}` }).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await tools.browser.faultsOf(page)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await dialog.getByRole('button', { name: 'Mute this person' }).click();
    await dialog.getByRole('button', { name: 'Unmute this person' }).click();
    await dialog.getByRole('button', { name: 'Mute this person' }).waitFor();
    await dialog.getByRole('button', { name: 'Write a direct message' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
    await owner.ok(deleteProfileField, { field_id: id });
  }, 180_000);

  it('list people with a search, and groups with their members, also from a mention', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const name = tools.world.fresh('bird group').slice(0, 60);
    const group = { name, description: `about ${HOSTILE}`, members: [ann.user_id, bob.user_id] };
    await tools.world.as(tools.world.owner).ok(createUserGroup, group);
    const reader = await tools.open(bob);
    const { page } = reader;
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('searchbox', { name: 'Find people' }).fill(ann.email);
    const people = page.getByRole('list', { name: 'People' });
    await page.getByRole('status').getByText('1 person').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await people.getByRole('button', { name: /^Ann Lee/ }).click();
    await page.getByRole('dialog', { name: 'Ann Lee' }).getByText(name).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText('2 people').waitFor();
    await dialog.getByRole('button', { name: 'Leave the group' }).click();
    await dialog.getByText('1 person').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Join the group' }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    await page.keyboard.press('Escape');

    await tools.world
      .as(ann)
      .ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: `@_**Ann Lee|${ann.user_id}** and @_*${name}*` });
    await page.goto(path);
    const mention = page.getByRole('article').getByRole('button', { name: 'Ann Lee', exact: true }).last();
    await mention.press('Enter');
    await page.getByRole('dialog', { name: 'Ann Lee' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name }).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
  }, 180_000);
});
