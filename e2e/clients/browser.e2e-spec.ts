import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDefaultChannelGroup, deleteDefaultChannelGroup } from '@parley/contracts/channels';
import { acceptInvitation, createMultiuseInvitation, sendInvitations } from '@parley/contracts/invitations';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { fetchApiKey, getMe } from '@parley/contracts/organization';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { Actor } from '../client/actor.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { provenToken } from '../client/joining.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';
import { BrowserWindow } from './browser-window.js';
import { operate } from './operate.js';

const PASSWORD = 'correct horse battery';
/** The pages that need no valid key. The web app has its own test. */
const PAGES = [
  '/join/nothing',
  '/accounts/confirm_new_email/nothing',
  '/accounts/password/reset',
  '/accounts/password/reset/nothing',
  '/accounts/find',
  '/calls/bigbluebutton/join?bigbluebutton=nothing',
  '/unsubscribe/nothing',
];
const keptMails = z.array(z.object({ id: z.int(), subject: z.string() }));

/** Found by tools/src/browser. Empty: there is none, and the summary of `npm test` says so. */
const browserPath = process.env.PARLEY_TEST_BROWSER ?? '';

const world = new World();
const owner = world.as(world.owner);
afterAll(() => closeConnections());

if (browserPath === '') it('is not tested, because there is no browser', () => expect(browserPath).toBe(''));
else describe('in Chromium', testPages);

function testPages(): void {
  let browser: BrowserWindow;
  beforeAll(async () => {
    browser = await BrowserWindow.open(browserPath);
  }, 60_000);
  afterAll(() => browser.close());

  describe('a user who was invited by mail', () => {
    it('opens the link in the mail, joins, and sends a first message in the web app', async () => {
      const email = address();
      const channel = await world.channel([world.owner]);
      await owner.ok(sendInvitations, { invitee_emails: email, stream_ids: [channel.id] });
      const page = await browser.page();
      await page.goto(`${mailbox()}/mails/${await mailTo(email)}`);
      await page.frameLocator('iframe').getByRole('link', { name: 'Create your account' }).click();
      await page.waitForURL(`http://${world.host}/join/*`);
      const link = page.url();
      expect(await page.textContent('main')).toContain(email);
      expect(await page.getByRole('listitem').allTextContents()).toEqual([channel.name]);
      expect(await page.textContent('main')).toContain(`${world.owner.full_name} invites you`);

      const refused = '"><i>Zoë</i> &amp; \'';
      await fillIn(page, { name: refused, password: PASSWORD });
      expect(await page.getByRole('alert').textContent()).toBe('Invalid characters in name!');
      expect(await page.getByLabel('Your name').inputValue()).toBe(refused);
      await fillIn(page, { name: 'Zoë <i &amp; Co', password: PASSWORD });
      await page.waitForURL(`http://${world.host}/app`);
      const zoe = await logIn(email, world.host);
      expect(await zoe.ok(getMe, {})).toMatchObject({ delivery_email: email, full_name: 'Zoë <i &amp; Co', role: 400 });

      await page.getByRole('link', { name: channel.name }).click();
      await page.getByRole('textbox', { name: 'Topic' }).fill('hello');
      const field = page.getByRole('textbox', { name: /^Message to/ });
      await field.fill('I made it');
      await field.press('Enter');
      const narrow = [{ operator: 'channel', operand: channel.id }];
      const { messages } = await eventually(
        () => owner.ok(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow }),
        (received) => received.messages.some(({ content }) => content === '<p>I made it</p>'),
      );
      expect(messages.at(-1)).toMatchObject({ subject: 'hello', sender_full_name: 'Zoë <i &amp; Co' });

      await page.goto(link);
      expect(await page.getByRole('alert').textContent()).toBe('This invitation link is invalid or has expired.');
    });
  });

  describe('an organization that the operator created by command', () => {
    it('gets its owner by the link that the command prints, who sends a first message', async () => {
      const stringId = world.fresh('org').replaceAll(' ', '-').slice(0, 30).toLowerCase();
      const made = await operate('create-organization', stringId, 'Bird Watchers');
      const { owner_invitation: link, host } = z.object({ owner_invitation: z.url(), host: z.string() }).parse(made);
      const page = await browser.page();
      await page.goto(link);
      expect(await page.title()).toBe('Join Bird Watchers');
      const email = address();
      await page.getByLabel('Email address').fill(email);
      await fillIn(page, { name: 'Ann', password: PASSWORD });
      await page.waitForURL(`http://${host}/app`);
      await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();

      const ann = await logIn(email, host);
      const me = await ann.ok(getMe, {});
      expect(me).toMatchObject({ delivery_email: email, role: 100 });
      const { id } = await ann.ok(sendMessage, { type: 'direct', to: [me.user_id], content: 'Nobody here yet' });
      expect(id).toBeGreaterThan(0);
      const token = link.split('/').at(-1) ?? '';
      const again = await world.anybody(host).call(acceptInvitation, { token, full_name: 'Bob', password: PASSWORD, email: address() });
      expect(`${again.status} ${String(again.body.msg)}`).toBe('400 This invitation link is invalid or has expired.');
    });
  });

  describe('a user who forgot their password', () => {
    it('gets a mail from the sign-in page, chooses another, and is in the web app', async () => {
      const { email } = await world.newcomer();
      const page = await browser.page();
      await page.goto(at('/'));
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('status').waitFor();
      await page.goto(`${mailbox()}/mails/${await mailTo(email)}`);
      await page
        .frameLocator('iframe')
        .getByRole('link', { name: /password/i })
        .first()
        .click();
      await page.waitForURL(`http://${world.host}/accounts/password/reset/*`);
      await page.getByLabel(/^New password/).fill('another long battery');
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.waitForURL(`http://${world.host}/app`);
      await page.getByRole('button', { name: 'Sign out' }).click();

      await page.goto(at(`/login#email=${encodeURIComponent(email)}`));
      expect(await page.getByLabel('Email address').inputValue()).toBe(email);
      await page.getByLabel('Password').fill('another long battery');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
      expect(page.url()).toBe(at('/app'));
    }, 180_000);
  });

  describe('the page for joining', () => {
    it('can be filled in with the keyboard, from top to bottom, and shows the focus', async () => {
      const page = await browser.page();
      const expectOrder = async (...fields: readonly string[]) =>
        expect(await browser.focusOrderOf(page)).toEqual(fields.map((each) => ({ at: each, isOutlined: true })));
      await page.goto(at(await joinPath()));
      await expectOrder('email', 'button');
      expect(await page.getByLabel('Email address').getAttribute('type')).toBe('email');
      const channel = await world.channel([world.owner]);
      const groups = await Promise.all(
        ['group', 'group'].map((name) =>
          owner.ok(createDefaultChannelGroup, {
            group_name: world.fresh(name),
            description: 'Chosen by new users',
            stream_names: [channel.name],
          }),
        ),
      );
      await page.goto(at(await ownJoinPath(address())));
      // The page has a checkbox for each group of default channels. Other tests of the suite may have made some too.
      const checkboxes = await page.getByRole('checkbox').count();
      expect(checkboxes).toBeGreaterThanOrEqual(groups.length);
      await expectOrder('full_name', 'password', ...Array.from({ length: checkboxes }, () => 'input'), 'button');
      expect(await page.getByLabel('Your name').getAttribute('type')).toBe(null);
      expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('password');
      for (const { group_id } of groups) await owner.ok(deleteDefaultChannelGroup, { group_id });
    });

    it('mails a link for a reusable invitation, without any script; the link in the mail makes the account', async () => {
      const email = address();
      const page = await browser.page({ javaScriptEnabled: false });
      await page.goto(at(await joinPath()));
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send me a link' }).click();
      expect(await page.getByRole('status').textContent()).toBe('Check your mail.');
      expect(await page.textContent('main')).toContain(email);

      await page.goto(`${mailbox()}/mails/${await mailTo(email)}`);
      await page.frameLocator('iframe').getByRole('link', { name: 'Create your account' }).click();
      await page.waitForURL(`http://${world.host}/join/*`);
      expect(await page.textContent('main')).toContain(`Your address is ${email}`);
      await fillIn(page, { name: 'Zoë', password: PASSWORD });
      await page.waitForURL(`http://${world.host}/app`);
      expect(await page.textContent('noscript')).toContain('needs JavaScript');
      expect(await (await logIn(email, world.host)).ok(getMe, {})).toMatchObject({ delivery_email: email, full_name: 'Zoë' });
    });

    it('loads no external resources, and does not leak its URL', async () => {
      const page = await browser.page();
      const requestedUrls: string[] = [];
      page.on('request', (request) => requestedUrls.push(request.url()));
      const url = at(await joinPath());
      await page.goto(url);
      expect(requestedUrls.filter((each) => !each.endsWith('/favicon.ico'))).toEqual([url]);
      expect(await page.evaluate('document.cookie')).toBe('');
    });
  });

  describe('the documentation of the API', () => {
    it('has our name and the address under which it was opened, and loads no external resources', async () => {
      const page = await browser.page();
      const requestedUrls: string[] = [];
      page.on('request', (request) => requestedUrls.push(request.url()));
      await page.goto(at('/api/docs'));
      // It shows hundreds of endpoints, so rendering is slow on a busy machine.
      await page.getByRole('heading', { name: /Parley API/ }).waitFor({ timeout: 100_000 });
      expect(await page.locator('.servers select').inputValue()).toBe(`http://${world.host}/api/v1`);
      expect(await page.locator('.topbar').count()).toBe(0);
      expect(await page.title()).toBe('Parley API');
      expect(requestedUrls.filter((url) => !url.startsWith(`http://${world.host}/`) && !url.startsWith('data:'))).toEqual([]);
      await page.close();
    }, 120_000);
  });

  describe('each page', () => {
    it('is accessible in light and dark mode, also on a small phone', async () => {
      const page = await browser.page({ viewport: { width: 320, height: 600 } });
      const [, installation] = /^[^.]+\.(.*)$/.exec(world.host) ?? [];
      const noOrganization = `http://nothing.${installation}/`;
      for (const path of [noOrganization, await joinPath(), await ownJoinPath(address()), ...PAGES]) {
        const grounds = new Set<unknown>();
        await page.goto(path === noOrganization ? path : at(path));
        expect(await page.locator('html').getAttribute('lang')).toBe('en');
        expect(await page.title()).not.toBe('');
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          grounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
          expect([path, colorScheme, await browser.faultsOf(page)]).toEqual([path, colorScheme, []]);
        }
        expect(grounds.size).toBe(2);
      }
    }, 180_000);
  });
}

function at(path: string): string {
  return `http://${world.host}${path}`;
}

/** The path of the link that is sent to someone who opened a reusable link. */
async function ownJoinPath(email: string): Promise<string> {
  const token = (await joinPath()).split('/').at(-1) ?? '';
  return `/join/${await provenToken(world, new Mailbox(), { token, email })}`;
}

/** The path of a reusable invitation link. */
async function joinPath(): Promise<string> {
  const { invite_link: link } = await owner.ok(createMultiuseInvitation, {});
  return new URL(link).pathname;
}

async function fillIn(page: Page, { name, password }: { name: string; password: string }): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel(/^Password/).fill(password);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByLabel(/^Password/).press('Enter');
  await answered;
  await page.waitForLoadState();
}

async function logIn(email: string, host: string): Promise<Actor> {
  const { email: apiEmail, api_key: apiKey } = await world.anybody(host).ok(fetchApiKey, { username: email, password: PASSWORD });
  return new Actor(world.baseUrl, { email: apiEmail, api_key: apiKey });
}

/** The number of the mail in the mailbox. */
async function mailTo(email: string): Promise<number> {
  const read = async () => keptMails.parse(await (await fetch(`${mailbox()}/mails.json?to=${encodeURIComponent(email)}`)).json());
  const [mail] = await eventually(read, (mails) => mails.length > 0);
  if (mail === undefined) throw new Error(`no mail came to ${email}`);
  return mail.id;
}

function mailbox(): string {
  return process.env.PARLEY_TEST_MAILBOX ?? '';
}

function address(): string {
  return `${world.fresh('zoe').replaceAll(' ', '-')}@example.com`;
}
