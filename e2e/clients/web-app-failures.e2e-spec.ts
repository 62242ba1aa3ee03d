import { expect, it } from '@jest/globals';
import { describeWebApp } from './web-app-tools.js';

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
});
