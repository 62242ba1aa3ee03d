import { expect, it } from '@jest/globals';
import { createChannelFolder, updateChannel } from '@parley/contracts/channels';
import { getUserGroups } from '@parley/contracts/organization';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('groups and folders in the web app', (tools) => {
  it('create a group, change it and its members, and deactivate it', async () => {
    const { ann, bob } = await tools.pair();
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    const name = tools.world.fresh('birders').slice(0, 50);
    const group = async (called: string) => {
      const { user_groups } = await tools.world.as(ann).ok(getUserGroups, { include_deactivated_groups: true });
      return user_groups.find((each) => each.name === called);
    };
    await page.goto(`${tools.base}/app/groups`);
    await page.getByRole('button', { name: 'Create a group' }).click();
    const create = page.getByRole('dialog', { name: 'Create a group' });
    await create.getByLabel('Name of the group').fill('role:birds');
    await create.getByLabel('Description').fill(`about ${HOSTILE}`);
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await create.getByRole('alert').getByText('That did not work').waitFor();
    expect(await create.getByLabel('Description').inputValue()).toBe(`about ${HOSTILE}`);
    await create.getByLabel('Name of the group').fill(name);
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await create.getByRole('button', { name: 'Create', exact: true }).click();
    await create.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText('1 person').waitFor();
    await dialog.getByLabel('Find people').fill(bob.email);
    await dialog.getByRole('button', { name: 'Bob Ray', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add to the group' }).click();
    await dialog.getByText('2 people').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await group(name)).toMatchObject({ members: [ann.user_id, bob.user_id], description: `about ${HOSTILE}` });
    await dialog.getByRole('button', { name: 'Remove Bob Ray' }).click();
    await dialog.getByText('1 person').waitFor();
    await dialog.getByRole('button', { name: 'Change name and description' }).click();
    await dialog.getByLabel('Name of the group').fill(`${name} 2`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('dialog', { name: `${name} 2` });
    await renamed.getByRole('button', { name: 'Deactivate the group' }).click();
    await renamed.getByRole('button', { name: 'Deactivate it now' }).click();
    await renamed.waitFor({ state: 'detached' });
    await reader.until(
      () => group(`${name} 2`),
      (stored) => stored?.deactivated === true,
    );
    expect(await page.evaluate('window.attacked')).toBeUndefined();
  }, 180_000);

  it('list the channels of the sidebar by folders', async () => {
    const { ann, channel } = await tools.pair();
    const folder = `${tools.world.fresh('Folder').slice(0, 40)} ${HOSTILE}`;
    const owner = tools.world.as(tools.world.owner);
    const { channel_folder_id: folder_id } = await owner.ok(createChannelFolder, { name: folder });
    const reader = await tools.open(ann);
    const { page } = reader;
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: channel.name, exact: true }).waitFor();
    await owner.ok(updateChannel, { stream_id: channel.id, folder_id });
    await navigation.getByRole('list', { name: folder }).getByRole('link', { name: channel.name, exact: true }).waitFor();
    await navigation.getByRole('heading', { level: 3, name: folder }).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await owner.ok(updateChannel, { stream_id: channel.id, folder_id: null });
    await navigation.getByRole('list', { name: folder }).waitFor({ state: 'detached' });
  }, 120_000);
});
