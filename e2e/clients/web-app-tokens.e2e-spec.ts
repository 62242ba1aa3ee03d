import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { listApiTokens } from '@parley/contracts/organization';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('API tokens in the web app', (tools) => {
  it('make a token for a channel, show it once, and revoke it', async () => {
    const { ann, channel } = await tools.pair();
    const other = await tools.world.channel([ann]);
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    const { page } = reader;
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('tab', { name: 'API tokens' }).click();
    await dialog.getByText('You have no tokens.').waitFor();
    const make = dialog.getByRole('button', { name: 'Make the token' });
    expect(await make.isDisabled()).toBe(true);
    const name = `robin ${HOSTILE}`;
    await dialog.getByLabel('Name of the token').fill(name);
    await dialog.getByRole('checkbox', { name: /^Send, change/ }).check();
    await dialog.getByRole('checkbox', { name: /^Change what is yours/ }).check();
    await dialog.getByRole('checkbox', { name: 'Limit it to channels' }).check();
    expect(await dialog.getByRole('checkbox', { name: /^Change what is yours/ }).isChecked()).toBe(false);
    await dialog.getByRole('checkbox', { name: `#${channel.name}` }).check();
    await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption('30 days');
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await dialog.getByLabel('Password').fill('wrong');
    await make.click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    expect(await dialog.getByLabel('Name of the token').inputValue()).toBe(name);
    await dialog.getByLabel('Password').fill(ann.password);
    await make.click();
    await dialog.getByText('Copy the token now').waitFor();
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
    expect(token).toMatch(/^parley_/);
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);

    const program = tools.world.as({ email: ann.email, api_key: token });
    const to = (id: number) => ({ type: 'channel', to: id, topic: 'birds', content: 'from a program' }) as const;
    await program.ok(sendMessage, to(channel.id));
    expect(await program.call(sendMessage, to(other.id))).toMatchObject({ status: 403 });
    const { tokens } = await tools.world.as(ann).ok(listApiTokens, {});
    expect(tokens).toMatchObject([{ name, scopes: ['read', 'send'], channel_ids: [channel.id] }]);
    expect((tokens[0]?.expires_at ?? 0) - (tokens[0]?.created_at ?? 0)).toBeGreaterThan(29 * 86_400);

    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.getByRole('tab', { name: 'General' }).click();
    await dialog.getByRole('tab', { name: 'API tokens' }).click();
    const list = dialog.getByRole('list', { name: 'Your tokens' });
    await list.getByText(name).waitFor();
    await list.getByText(`only #${channel.name}`).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await list.getByRole('button', { name: /^Revoke/ }).click();
    await dialog.getByText('You have no tokens.').waitFor();
    const narrow = [{ operator: 'channel', operand: channel.id }];
    // The API may keep what it knows of a token for a moment.
    const read = () => program.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    await reader.until(read, ({ status }) => status === 401);
  }, 180_000);
});
