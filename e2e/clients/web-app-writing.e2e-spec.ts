import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getMessages, setTyping } from '@parley/contracts/messaging';
import { eventually } from '../client/eventually.js';
import { describeWebApp } from './web-app-tools.js';

/** A picture with one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const UPLOADS = '**/json/user_uploads';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-uploads-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As if the reader dropped or pasted it: the events that browsers send then. */
const handOver = (event: 'drop' | 'paste', name: string, text: string) => `(() => {
  const files = new DataTransfer();
  files.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/plain' }));
  const field = document.querySelector('form.compose textarea');
  const init = { bubbles: true, cancelable: true };
  const event = ${event === 'drop' ? "new DragEvent('drop', { ...init, dataTransfer: files })" : "new ClipboardEvent('paste', { ...init, clipboardData: files })"};
  field.dispatchEvent(event);
  return event.defaultPrevented;
})()`;

describeWebApp('writing in the web app', (tools) => {
  it('sends files that were chosen, dropped and pasted, each as a link in the message', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const reader = await tools.open(ann);
    await reader.page.goto(path);
    await reader.field.fill('three files');
    writeFileSync(join(folder, 'dot [1].png'), PICTURE);
    const chooser = reader.page.waitForEvent('filechooser');
    await reader.page.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles(join(folder, 'dot [1].png'));
    expect(await reader.page.evaluate(handOver('drop', 'dropped.txt', 'one'))).toBe(true);
    expect(await reader.page.evaluate(handOver('paste', 'pasted.txt', 'two'))).toBe(true);
    await reader.untilField(/(?:\/user_uploads\/.*){3}/s);
    await reader.field.press('Enter');
    const onBobs = await tools.open(bob);
    await onBobs.page.goto(path);
    await onBobs.message('three files').getByRole('link', { name: 'dropped.txt' }).waitFor();
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await tools.world.as(bob).ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    expect(messages).toHaveLength(1);
    const links = await onBobs
      .message('three files')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const [pasted] = links.filter((link) => link?.endsWith('pasted.txt'));
    const read = `fetch(${JSON.stringify(pasted)}).then(async (answer) => [answer.status, await answer.text()])`;
    expect(await onBobs.page.evaluate(read)).toEqual([200, 'two']);
  }, 180_000);

  it('shows the progress of a file, why it failed, sends it again, and keeps the text', async () => {
    const { ann, path } = await tools.pair();
    const reader = await tools.open(ann);
    await reader.page.goto(path);
    await reader.field.fill('with a file');
    let refuse: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await reader.page.route(UPLOADS, async (route) => {
      await held;
      await route.fulfill({ status: 413, contentType: 'application/json', body: '{"result":"error","code":"X","msg":"File is larger"}' });
    });
    await reader.page.evaluate(handOver('drop', 'notes.txt', 'text'));
    await reader.page.getByRole('progressbar', { name: 'Uploading notes.txt' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    expect(await tools.browser.faultsOf(reader.page)).toEqual([]);
    await reader.field.press('Enter');
    refuse();
    await reader.page.getByRole('alert').getByText('Not uploaded: File is larger').waitFor();
    expect(await tools.browser.faultsOf(reader.page)).toEqual([]);
    await reader.page.unroute(UPLOADS);
    await reader.page.getByRole('button', { name: 'Try again' }).click();
    await reader.untilField(/^with a file\n\[notes\.txt\]\(\/user_uploads\//);
    expect(await reader.page.getByRole('article').count()).toBe(0);
  }, 180_000);

  it('puts a file into the draft in which it was added, when another conversation is shown by then', async () => {
    const { ann, path } = await tools.pair();
    const reader = await tools.open(ann);
    await reader.page.goto(path);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await reader.page.route(UPLOADS, async (route) => {
      await held;
      await route.continue();
    });
    await reader.field.waitFor();
    await reader.page.evaluate(handOver('drop', 'late.txt', 'text'));
    await reader.page.getByRole('link', { name: 'Mentions' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Mentions' }).waitFor();
    const stored = reader.page.waitForResponse(UPLOADS);
    go();
    await stored;
    await reader.page.goBack();
    await reader.field.waitFor();
    await reader.untilField(/^\[late\.txt\]\(\/user_uploads\//);
  }, 180_000);

  it('suggests people to a person who typed before the page was connected', async () => {
    const { ann, path } = await tools.pair();
    const reader = await tools.open(ann);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await reader.page.route('**/json/register', async (route) => {
      await held;
      await route.continue();
    });
    await reader.page.goto(path);
    await reader.field.pressSequentially('@Bob Ra');
    expect(await reader.page.getByRole('option').count()).toBe(0);
    go();
    await reader.page
      .getByRole('option', { name: /^Bob Ray/ })
      .first()
      .waitFor();
  }, 180_000);

  it('tells others who is writing, until the message is there, and shows it', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const [annsPage, bobsPage] = [await tools.open(ann), await tools.open(bob)];
    await annsPage.page.goto(path);
    await bobsPage.page.goto(path);
    await bobsPage.field.waitFor();
    // A notice reaches those whose page is connected. One that came too early is lost, so the writer goes on.
    const line = bobsPage.page.locator('.typing-line');
    const typing = { type: 'channel', stream_id: channel.id, topic: 'birds', op: 'start' } as const;
    const shown = await eventually(
      async () => {
        await tools.world.as(ann).ok(setTyping, typing);
        return line.textContent();
      },
      (text) => text === 'Ann Lee is writing …',
      { deadlineMs: 60_000 },
    );
    expect(shown).toBe('Ann Lee is writing …');
    await annsPage.write('there it is');
    await bobsPage.message('there it is').waitFor();
    await bobsPage.untilText('.typing-line', /^$/);
    const told = bobsPage.page.waitForRequest((request) => request.url().endsWith('/json/typing'));
    await bobsPage.field.pressSequentially('hm');
    expect((await told).postData()).toContain('op=start');
    await annsPage.page.locator('.typing-line').getByText('Bob Ray is writing …').waitFor();
    await bobsPage.field.fill('');
    await annsPage.page.locator('.typing-line').getByText('Bob Ray').waitFor({ state: 'detached' });
  }, 180_000);
});
