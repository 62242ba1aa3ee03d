import { expect, it } from '@jest/globals';
import { createDrafts, listDrafts, listScheduledMessages } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';

describeWebApp('previews, times, drafts and messages for later in the web app', (tools) => {
  it('show what the server makes of a text, and complete times and commands', async () => {
    const { ann, path } = await tools.pair();
    // The server writes times in UTC, which may be another day elsewhere.
    const reader = await tools.open(ann, { viewport: { width: 360, height: 640 }, timezoneId: 'UTC' });
    const { page, field } = reader;
    await page.goto(path);
    const actions = page.getByRole('button', { name: 'More ways to write' });
    await field.fill(`a **bold** bird ${HOSTILE}`);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong').getByText('bold').waitFor();
    await preview.getByText(HOSTILE).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on writing' }).click();
    await preview.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(`a **bold** bird ${HOSTILE}`);

    await field.fill('');
    await field.pressSequentially('at <time:tom');
    await page.getByRole('option', { name: /^Tomorrow morning/ }).waitFor();
    await field.press('Enter');
    await reader.untilField(/^at <time:\d{4}-\d\d-\d\dT09:00:00[+-]\d\d:\d\d> ?$/);
    await field.fill('');
    await field.pressSequentially('/po');
    await page.getByRole('option', { name: /^\/poll/ }).click();
    await reader.untilField(/^\/poll ?$/);

    await field.fill('at ');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Insert a time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert a time' });
    await dialog.getByLabel('Date and time').fill('2031-03-04T05:06');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await reader.untilField(/^at <time:2031-03-04T05:06:00[+-]\d\d:\d\d>$/);
    await field.press('Enter');
    await page.getByRole('article').locator('time[datetime^="2031-03-04T"]').first().waitFor();
  }, 180_000);

  it('schedule a message, show, change and delete it, and keep the draft if the server refuses', async () => {
    const { ann, channel, path } = await tools.pair();
    const reader = await tools.open(ann);
    const { page, field } = reader;
    await page.goto(path);
    await field.fill('good **morning**');
    await page.getByRole('button', { name: 'More ways to write' }).click();
    await page.getByRole('menuitem', { name: 'Send later' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send later' });
    await dialog.getByLabel('Date and time').fill('2001-01-01T09:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByRole('alert').getByText('That did not work').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Scheduled messages' }).waitFor();
    const entry = page.getByRole('article', { name: new RegExp(`^To #${channel.name} › birds`) });
    await entry.locator('strong').getByText('morning').waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    const listed = async () => (await tools.world.as(ann).ok(listScheduledMessages, {})).scheduled_messages;
    expect(await listed()).toMatchObject([{ type: 'stream', to: channel.id, topic: 'birds', content: 'good **morning**' }]);

    await entry.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the scheduled message' });
    await edit.getByLabel('Text').fill('good evening');
    await edit.getByLabel('Date and time').fill('2031-03-04T05:06');
    await edit.getByRole('button', { name: 'Schedule' }).click();
    await edit.waitFor({ state: 'detached' });
    await entry.getByText('good evening').waitFor();
    await entry.getByText('March 4, 2031').waitFor();
    expect(await listed()).toMatchObject([{ content: 'good evening' }]);
    await entry.getByRole('link').first().click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.goBack();
    await entry.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No message is scheduled.').waitFor();
    expect(await listed()).toEqual([]);
  }, 180_000);

  it('take a draft along to another browser, list all drafts, and lose none', async () => {
    const { ann, channel, path } = await tools.pair();
    const [one, other] = [await tools.open(ann), await tools.open(ann)];
    await one.page.goto(path);
    await one.field.fill('half a thought');
    const drafts = async () => (await tools.world.as(ann).ok(listDrafts, {})).drafts;
    await one.until(drafts, (listed) => listed.length === 1);
    expect(await drafts()).toMatchObject([{ type: 'stream', to: [channel.id], topic: 'birds', content: 'half a thought' }]);
    await other.page.goto(`${tools.base}/app/drafts`);
    const entry = other.page.getByRole('article', { name: `Draft to #${channel.name} › birds` });
    await entry.getByText('half a thought').waitFor();
    await entry.getByRole('link').click();
    await other.untilField(/^half a thought$/);
    await other.field.fill('a whole thought');
    await one.untilField(/^a whole thought$/);
    await other.field.press('Enter');
    await other.message('a whole thought').waitFor();
    await one.untilField(/^$/);
    await one.until(drafts, (listed) => listed.length === 0);

    await tools.world.as(ann).ok(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: `for ${HOSTILE}` }] });
    const { page } = one;
    await page.goto(`${tools.base}/app/drafts`);
    const lost = page.getByRole('article', { name: 'Draft to without a recipient' });
    await lost.getByText(`for ${HOSTILE}`).waitFor();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await lost.getByRole('button', { name: 'Go on writing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write a message' });
    await dialog.getByLabel('Channel or people').fill(channel.name);
    await dialog.getByRole('button', { name: `#${channel.name}` }).click();
    await one.untilField(/^for <img/);
    await one.until(drafts, (listed) => listed.length === 1 && listed[0]?.type === 'stream');
    await page.goto(`${tools.base}/app/drafts`);
    await page
      .getByRole('article', { name: `Draft to #${channel.name}` })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('There are no drafts.').waitFor();
    await one.until(drafts, (listed) => listed.length === 0);
  }, 180_000);
});
