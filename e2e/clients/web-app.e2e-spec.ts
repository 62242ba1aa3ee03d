import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addReaction, getMessages, sendMessage } from '@parley/contracts/messaging';
import { updateSettings } from '@parley/contracts/settings';
import type { Actor } from '../client/actor.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { BrowserWindow } from './browser-window.js';
import { WebReader } from './web-reader.js';

type Person = Awaited<ReturnType<World['newcomer']>>;

/** Found by tools/src/browser. Empty: there is none, and the summary of `npm test` says so. */
const browserPath = process.env.PARLEY_TEST_BROWSER ?? '';
const world = new World();
const base = `http://${world.host}`;
afterAll(() => closeConnections());

/** What the server must not let through, in places where something else is expected. */
const HOSTILE = [
  '<script>window.attacked = 1</script>',
  '<img src=x onerror=window.attacked=1>',
  '"><svg onload=window.attacked=1>',
  '[link](javascript:window.attacked=1)',
  '[link](JaVaScRiPt:window.attacked=1)',
  '[link](data:text/html,<script>window.attacked=1</script>)',
  '```\n</pre><script>window.attacked=1</script>\n```',
  '```spoiler <b>header\n<iframe src="javascript:window.attacked=1">\n```',
  '$$\\href{javascript:window.attacked=1}{y}$$',
  '@**<img src=x onerror=window.attacked=1>**',
  '#**<img src=x onerror=window.attacked=1>**',
  // Escapes that are not UTF-8.
  'https://example.com/%ff.png',
  '| <img src=x onerror=window.attacked=1> |\n|-|\n| <script>window.attacked=1</script> |',
];

if (browserPath === '') it('is not tested, because there is no browser', () => expect(browserPath).toBe(''));
else describe('the web app in Chromium', testApp);

function testApp(): void {
  let browser: BrowserWindow;
  beforeAll(async () => {
    browser = await BrowserWindow.open(browserPath);
  }, 60_000);
  afterAll(() => browser.close());

  const open = async (person: Person, options = {}) => {
    const reader = new WebReader(await browser.page(options));
    await reader.signIn(base, person);
    return reader;
  };
  /** Two people, and a channel of theirs. */
  const pair = async () => {
    const [ann, bob] = [await world.newcomer('Ann Lee'), await world.newcomer('Bob Ray')];
    const channel = await world.channel([ann, bob]);
    return { ann, bob, channel, path: `${base}/app/channel/${channel.id}/topic/birds` };
  };
  const fill = async (actor: Actor, channelId: number, count: number) => {
    const ids: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const { id } = await actor.ok(sendMessage, { type: 'channel', to: channelId, topic: 'birds', content: `line ${sent}` });
      ids.push(id);
    }
    return ids;
  };

  it('lets two people chat: send, mention, react, edit, star, delete', async () => {
    const { ann, bob, path } = await pair();
    const annsPage = await open(ann);
    const bobsPage = await open(bob, { viewport: { width: 360, height: 640 } });
    await annsPage.page.goto(path);
    await bobsPage.page.goto(path);

    await annsPage.page.keyboard.press('c');
    await annsPage.field.pressSequentially('hello @Bob Ra');
    await annsPage.page
      .getByRole('option', { name: /^Bob Ray/ })
      .first()
      .waitFor();
    await annsPage.field.press('Enter');
    await annsPage.field.press('Enter');
    await bobsPage.message('hello @Bob Ray').waitFor();

    await bobsPage.act('hello @Bob Ray', 'Add reaction');
    await bobsPage.page.getByLabel('Find emoji').fill('octopus');
    await bobsPage.page.getByRole('button', { name: 'octopus', exact: true }).click();
    await annsPage.page.getByRole('button', { name: 'octopus 1: Bob Ray' }).waitFor();

    await annsPage.act('hello @Bob Ray', 'Edit');
    const edit = annsPage.page.getByRole('textbox', { name: 'Text of the message' });
    await edit.fill('good morning');
    await edit.press('Enter');
    await bobsPage.message('good morning').getByText('edited').waitFor();

    await bobsPage.act('good morning', 'Star');
    await bobsPage.message('good morning').getByText('starred').waitFor();
    await annsPage.act('good morning', 'Delete');
    await annsPage.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await bobsPage.message('good morning').waitFor({ state: 'detached' });
  }, 120_000);

  it('begins at the first unread message, shows all of 250 in both directions without a hole, and marks them as read', async () => {
    const { ann, bob, channel, path } = await pair();
    const ids = await fill(world.as(ann), channel.id, 250);
    const reader = await open(bob);
    await reader.page.goto(path);
    await reader.message('line 0').waitFor();
    await reader.scrollOver(ids, 400);
    await reader.page.keyboard.press('End');
    const unread = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: channel.id },
        { operator: 'is', operand: 'unread' },
      ],
    };
    await eventually(
      () => world.as(bob).ok(getMessages, unread),
      ({ messages }) => messages.length === 0,
    );
    await reader.scrollOver(ids, -400);
  }, 180_000);

  it('keeps what is written without a connection, sends it once, and catches up exactly', async () => {
    const { ann, bob, channel, path } = await pair();
    await fill(world.as(ann), channel.id, 1);
    const reader = await open(bob);
    await reader.page.goto(path);
    await reader.message('line 0').waitFor();
    await reader.page.context().setOffline(true);
    await reader.banner.getByText('No connection').waitFor();
    await reader.write('written offline');
    await reader.message('written offline').waitFor();
    const { id } = await world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'meanwhile' });
    await world.as(ann).ok(addReaction, { message_id: id, emoji_name: 'tada' });
    await reader.page.context().setOffline(false);
    await reader.message('meanwhile').getByRole('button', { name: /^tada/ }).waitFor();
    await reader.page.locator('.is-pending').waitFor({ state: 'detached' });
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await world.as(ann).ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow });
    expect(messages.filter(({ content }) => content.includes('written offline'))).toHaveLength(1);
    expect(await reader.ids()).toEqual(messages.map((message) => message.id));
    expect(await reader.banner.textContent()).toBe('');
  }, 120_000);

  it('begins with at most 180 KB of scripts', async () => {
    const gzipped = (path: string) => fetch(`${world.baseUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    const page = await (await gzipped('/login')).text();
    const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    expect(scripts.length).toBeGreaterThan(1);
    let bytes = 0;
    for (const script of scripts) {
      const { status, headers } = await gzipped(script);
      expect([script, status, headers.get('cache-control')]).toEqual([script, 200, 'public, max-age=31536000, immutable']);
      bytes += Number(headers.get('content-length'));
    }
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(180_000);
  });

  it('keeps a draft over a reload, and over the end of the session', async () => {
    const { ann, path } = await pair();
    const reader = await open(ann);
    await reader.page.goto(path);
    await reader.field.fill('half a thought');
    await reader.page.reload();
    await reader.field.waitFor();
    expect(await reader.field.inputValue()).toBe('half a thought');
    await reader.page.getByRole('button', { name: 'Sign out' }).click();
    await reader.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await reader.signIn(base, ann);
    await reader.page.goto(path);
    await reader.field.waitFor();
    expect(await reader.field.inputValue()).toBe('half a thought');
  }, 120_000);

  it('runs nothing that is in messages and topics, and needs no inline script', async () => {
    const { ann, bob, channel } = await pair();
    const writer = world.as(ann);
    const ids: number[] = [];
    for (const content of [...HOSTILE, 'the last one']) {
      const topic = content.slice(0, 60).replaceAll('\n', ' ');
      ids.push((await writer.ok(sendMessage, { type: 'channel', to: channel.id, topic, content })).id);
    }
    const page = await browser.page();
    const reader = new WebReader(page);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await reader.signIn(base, bob);
    await page.goto(`${base}/app/channel/${channel.id}`);
    await reader.page.getByRole('article').first().waitFor();
    await reader.scrollOver(ids, 200);
    await reader.message('the last one').waitFor();
    for (const spoiler of await page.getByRole('button', { name: 'Show or hide' }).all()) await spoiler.click();
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(
      await page.evaluate(
        `document.querySelectorAll('.rendered script, .rendered iframe, .rendered [onerror], a[href^="javascript:" i]').length`,
      ),
    ).toBe(0);
    expect(refused).toEqual([]);
  }, 120_000);

  it('is accessible in light and dark mode, on a phone and on a wide screen', async () => {
    const { ann, channel, path } = await pair();
    const content =
      '**b** `c` :tada: $$x$$\n\n> quote\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n```js\nconst a = 1; // c\n```\n\n```spoiler more\ntext\n```';
    const { id } = await world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content });
    await world.as(ann).ok(addReaction, { message_id: id, emoji_name: 'tada' });
    // Otherwise what was written on the narrow page arrives on the wide one.
    await world.as(ann).ok(updateSettings, { enable_drafts_synchronization: false });
    for (const width of [360, 1_600]) {
      const reader = new WebReader(await browser.page({ viewport: { width, height: 800 } }));
      const expectNoFaults = async (where: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await reader.page.emulateMedia({ colorScheme });
          expect([where, width, colorScheme, await browser.faultsOf(reader.page)]).toEqual([where, width, colorScheme, []]);
        }
        expect(await reader.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      };
      await reader.page.goto(`${base}/login`);
      await reader.page.getByRole('button', { name: 'Sign in' }).waitFor();
      await expectNoFaults('sign-in');
      await reader.signIn(base, ann);
      await reader.page.goto(path);
      await reader.message('quote').getByRole('button', { name: /^tada/ }).waitFor();
      await expectNoFaults('topic');
      await reader.field.pressSequentially('@a');
      await reader.page.getByRole('option').first().waitFor();
      await expectNoFaults('suggestions');
      await reader.page.keyboard.press('Escape');
      await reader.page.keyboard.press('Escape');
      await reader.page.keyboard.press('?');
      await reader.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await expectNoFaults('shortcuts');
      await reader.page.keyboard.press('Escape');
    }
  }, 180_000);
}
