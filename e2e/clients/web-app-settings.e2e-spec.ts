import { expect, it } from '@jest/globals';
import { describeWebApp } from './web-app-tools.js';

describeWebApp('the settings of the web app', (tools) => {
  it('set a status that others see, and clear it', async () => {
    const { ann, bob } = await tools.pair();
    const [annsPage, bobsPage] = [await tools.open(ann), await tools.open(bob)];
    await bobsPage.page.goto(`${tools.base}/app/direct/${ann.user_id}`);
    await bobsPage.write('how are you?');
    await bobsPage.message('how are you?').waitFor();
    const { page } = annsPage;
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabel('What others see beside your name').fill('at sea <img src=x onerror=window.attacked=1>');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('status').getByText('at sea').waitFor();
    await dialog.getByRole('button', { name: 'Choose an emoji' }).click();
    await page.getByLabel('Find emoji').fill('octopus');
    await page.getByRole('button', { name: 'octopus', exact: true }).click();
    await dialog.getByRole('img', { name: 'octopus' }).waitFor();
    const entry = bobsPage.page.getByRole('navigation').getByRole('link', { name: /^Ann Lee/ });
    await entry.getByRole('img', { name: 'octopus' }).waitFor();
    await entry.getByText('at sea <img src=x').waitFor();
    expect(await bobsPage.page.evaluate('window.attacked')).toBeUndefined();
    await dialog.getByRole('button', { name: 'Clear the status' }).click();
    await dialog.getByText('You have no status.').waitFor();
    await entry.getByText('at sea').waitFor({ state: 'detached' });
  }, 180_000);

  it('choose theme and language, for all pages of the person, without a fault in accessibility', async () => {
    const { ann } = await tools.pair();
    const other = await tools.open(ann);
    const { page } = await tools.open(ann, { viewport: { width: 360, height: 640 } });
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Dark' }).click();
    await page.locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
    await other.page.locator('html[data-scheme=dark]').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await other.page.getByRole('heading', { level: 1, name: 'Alle Nachrichten' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await dialog.getByRole('radio', { name: 'Wie auf diesem Gerät' }).click();
    await page.locator('html:not([data-scheme])').waitFor({ state: 'attached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Alle Nachrichten' }).waitFor();
  }, 180_000);

  it('list where the person is signed in, and sign out there', async () => {
    const { ann, path } = await tools.pair();
    const others = [await tools.open(ann), await tools.open(ann)];
    const [first, second] = others;
    const emails = async () => {
      await first?.page.goto(`${tools.base}/app/people`);
      await first?.page.getByRole('button', { name: 'Invite people' }).click();
      const field = first?.page.getByRole('dialog', { name: 'Invite people' }).getByRole('textbox', { name: 'Email addresses' });
      if (field === undefined) throw new Error('the first page is open');
      await field.waitFor();
      return field;
    };
    await (await emails()).fill('cat@example.com, dan@example.com');
    await second?.page.goto(path);
    await second?.field.fill('half a thought');
    const { page } = await tools.open(ann);
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByText('this browser').waitFor();
    const ends = dialog.getByRole('button', { name: /^Sign out: .*, since/ });
    expect(await ends.count()).toBe(2);
    await dialog
      .getByRole('button', { name: /^Rename: / })
      .last()
      .click();
    await dialog.getByLabel('Name of the session').fill('At the reception');
    await dialog.getByRole('button', { name: 'Save', exact: true }).last().click();
    await dialog.getByText(/^At the reception \(/).waitFor();
    await dialog
      .getByText(/last used/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await ends.first().waitFor({ state: 'detached' });
    for (const reader of others) await reader.page.getByText('Your session ended.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
    await second?.signIn(tools.base, ann);
    await second?.page.goto(path);
    expect(await second?.field.inputValue()).toBe('half a thought');
    await first?.signIn(tools.base, ann);
    expect(await (await emails()).inputValue()).toBe('cat@example.com, dan@example.com');
  }, 180_000);
});
