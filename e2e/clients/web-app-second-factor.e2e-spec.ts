import { expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { describeWebApp, type Person } from './web-app-tools.js';

/** What an authenticator app shows. Each newer code is of a later step of time. */
const shown = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/**
 * The answers of an organization that requires a second factor, until one is set up. That of the tests does not require it, because it would lock the
 * other tests out.
 */
const REQUIRED = `const ask = window.fetch;
window.fetch = async (...given) => {
  const answer = await ask(...given);
  const { pathname } = new URL(given[0].url ?? given[0], location.href);
  if (pathname.endsWith('/totp/confirm') && answer.ok) window.isSetUp = true;
  if (pathname !== '/json/session' || window.isSetUp) return answer;
  const body = await answer.json();
  return new Response(JSON.stringify({ ...body, second_factor_missing: true }), { status: answer.status });
};`;

/** Sets an app up in the settings. Returns its secret and the recovery codes. */
async function setUp(page: Page, place: Page | Locator): Promise<{ secret: string; codes: string[] }> {
  await place.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = ((await place.locator('.totp-setup code').textContent()) ?? '').replaceAll(/\s/g, '');
  await place.getByLabel('Code that the app shows now').fill('000');
  await place.getByRole('button', { name: 'Confirm' }).click();
  await place.getByRole('alert').getByText('This code is wrong.').waitFor();
  await place.getByLabel('Code that the app shows now').fill(shown(secret, -1));
  await place.getByRole('button', { name: 'Confirm' }).click();
  const list = place.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, codes };
}

async function enterPassword(page: Page, base: string, { email, password }: Person): Promise<void> {
  await page.goto(`${base}/`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describeWebApp('the second factor in the web app', (tools) => {
  it('is set up in the settings, asked for at the next sign-in, and removed', async () => {
    const { ann } = await tools.pair();
    const { page } = await tools.open(ann);
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('tab', { name: 'Password and API key' }).click();
    await dialog.getByText('Your password alone signs you in.').waitFor();
    await dialog.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    const { secret, codes } = await setUp(page, dialog);
    expect(codes).toHaveLength(10);
    await dialog.getByText('10 recovery codes are left.').waitFor();

    const other = await tools.browser.page();
    await enterPassword(other, tools.base, ann);
    await other.getByLabel('Code').fill('123');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('This code is wrong, has expired, or was used before.').waitFor();
    expect(await tools.browser.faultsOf(other)).toEqual([]);
    await other.getByLabel('Code').fill(shown(secret));
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();

    const third = await tools.browser.page();
    await enterPassword(third, tools.base, ann);
    await third.getByRole('button', { name: 'Cancel' }).click();
    await enterPassword(third, tools.base, ann);
    await third.getByLabel('Code').fill(codes[0] ?? '');
    await third.getByRole('button', { name: 'Sign in' }).click();
    await third.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();

    await dialog.getByRole('button', { name: 'Remove the authenticator app' }).click();
    await dialog.getByText('Your password alone signs you in.').waitFor();
  }, 180_000);

  it('asks again who it is when the server wants a newer proof', async () => {
    const { ann } = await tools.pair();
    const { page } = await tools.open(ann);
    let refusals = 0;
    await page.route('**/json/users/me/second_factor/totp', async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      const body = { result: 'error', code: 'PROOF_REQUIRED', msg: 'Confirm first that it is you.', methods: ['password'] };
      return route.fulfill({ status: 403, json: body });
    });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Password and API key' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await question.getByLabel('Password').fill('not my password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.getByText('This password is wrong.').waitFor();
    await question.getByLabel('Password').fill(ann.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await question.count()).toBe(0);
  }, 180_000);

  it('must be set up before anything else if the organization requires it', async () => {
    const { ann } = await tools.pair();
    const page = await tools.browser.page();
    await page.addInitScript(REQUIRED);
    await enterPassword(page, tools.base, ann);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    expect(await tools.browser.faultsOf(page)).toEqual([]);
    await setUp(page, page);
    await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
  }, 180_000);
});
