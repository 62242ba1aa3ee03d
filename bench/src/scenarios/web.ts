import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { BenchBrowser, openApp } from '../load/browser.js';
import { callOk } from '../load/http-client.js';
import { latenciesOf, mean } from '../measure/statistics.js';
import { credentials } from '../prepare/places.js';
import type { Row } from '../report/row.js';
import type { Bench, Scenario } from './scenario.js';

const PLACE = 'reading';
const MESSAGES_TO_READ = 10_000;
const READ_WITHIN_MS = 10 * 60_000;
const SEND_WITHIN_MS = 60_000;
const PAUSE_MS = 20;
const BYTES_PER_MB = 1024 * 1024;
/** What a person does in a day, for the bytes. */
const DAY = { conversations: 40, received: 300, sent: 60 } as const;

/** Collects the time between two frames. */
const NOTES_FRAMES = `(() => {
  window.frames = [];
  let before = performance.now();
  const next = (now) => { window.frames.push(now - before); before = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
})()`;
const SHOWN = `[...document.querySelectorAll('article[data-message-id]')].map((message) => Number(message.dataset.messageId))`;
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The time until the first message is in the page. */
async function opening(bench: Bench, browser: BenchBrowser): Promise<Row[]> {
  const times = { cold: [] as number[], warm: [] as number[] };
  for (let count = 0; count < (bench.quick ? 3 : 15); count += 1) {
    const person = await browser.person();
    times.cold.push(await openApp(await person.newPage(), `${browser.address}/app`));
    times.warm.push(await openApp(await person.newPage(), `${browser.address}/app`));
    await person.close();
  }
  return Object.entries(times).map(([name, all]) => ({
    name: `web-open-${name}`,
    unit: 'ms in a browser',
    total: mean(all),
    ...latenciesOf(all),
    note: name === 'cold' ? 'empty cache' : 'files in the cache',
  }));
}

/** Reads upwards from the newest message. */
async function reading(bench: Bench, browser: BenchBrowser): Promise<Row[]> {
  const person = await browser.person();
  const page = await person.newPage();
  await openApp(page, `${browser.address}/app`);
  await page.keyboard.press('End');
  await page.evaluate(TWO_FRAMES);
  const before = await heapOf(page);
  await page.evaluate(NOTES_FRAMES);
  await page.getByRole('region', { name: 'Messages' }).hover();
  const wanted = bench.quick ? MESSAGES_TO_READ / 10 : MESSAGES_TO_READ;
  const seen = new Set<number>();
  const deadline = Date.now() + READ_WITHIN_MS;
  while (seen.size < wanted) {
    if (Date.now() > deadline) throw new Error(`${seen.size} of ${wanted} messages were shown in ${READ_WITHIN_MS / 60_000} minutes`);
    const size = seen.size;
    for (const id of await page.evaluate<number[]>(SHOWN)) seen.add(id);
    await page.mouse.wheel(0, -600);
    await page.evaluate(TWO_FRAMES);
    if (seen.size - size > 0) continue;
    if ((await page.getByText('The conversation begins here.').count()) > 0) break;
  }
  const frames = await page.evaluate<number[]>('window.frames');
  const after = await heapOf(page);
  await person.close();
  const note = `after reading ${seen.size} messages`;
  return [
    { name: 'web-memory-first', unit: 'MB in a browser', total: before, note: 'JavaScript heap at the newest messages' },
    { name: 'web-memory-read', unit: 'MB in a browser', total: after, note: `JavaScript heap ${note}` },
    {
      name: 'web-frames',
      unit: 'ms in a browser',
      total: mean(frames),
      ...latenciesOf(frames),
      note: 'between two frames while scrolling',
    },
  ];
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / BYTES_PER_MB;
}

async function untilSent(page: Page): Promise<void> {
  const deadline = Date.now() + SEND_WITHIN_MS;
  while ((await page.locator('.is-pending').count()) > 0) {
    if (Date.now() > deadline) throw new Error('a message was not sent');
    await delay(PAUSE_MS);
  }
}

/** What a browser receives in a day. */
async function day(bench: Bench, browser: BenchBrowser): Promise<Row[]> {
  const person = await browser.person();
  const page = await person.newPage();
  const network = await person.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await openApp(page, `${browser.address}/app`);
  const first = bytes;
  const { people, channelIds } = bench.place(PLACE);
  const colleague = people[1];
  const [channel] = channelIds;
  if (colleague === undefined || channel === undefined) throw new Error('the organization has two people and a channel');
  const send = (content: string, topic: string) =>
    callOk('POST', `${bench.target.base_url}/api/v1/messages`, credentials(colleague), {
      type: 'stream',
      to: `${channel}`,
      topic,
      content,
    });
  for (let count = 0; count < DAY.conversations; count += 1) {
    await page.evaluate(
      `history.pushState(null, '', '/app/channel/${channel}/topic/topic%20${count % 10}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByRole('heading', { level: 1, name: `topic ${count % 10}` }).waitFor();
    await page.getByRole('article').first().waitFor();
    for (let sent = 0; sent < DAY.received / DAY.conversations; sent += 1) await send(`news ${count} ${sent}`, `topic ${count % 10}`);
    for (let sent = 0; sent < DAY.sent / DAY.conversations; sent += 1) {
      await page.getByRole('textbox', { name: /^Message to/ }).fill(`answer ${count} ${sent}`);
      await page.keyboard.press('Enter');
      await untilSent(page);
    }
  }
  await person.close();
  const unit = 'kB on the wire';
  const note = `${DAY.conversations} conversations opened, ${DAY.received} messages received, ${DAY.sent} sent`;
  return [
    { name: 'web-bytes-first', unit, total: first / 1_000, note: 'the first load, with an empty cache' },
    { name: 'web-bytes-day', unit, total: bytes / 1_000, note },
  ];
}

/** Only by name: it needs a Chromium. */
const web: Scenario = {
  name: 'web',
  needs: [PLACE],
  onlyIfNamed: true,
  run: async (bench) => {
    const browser = await BenchBrowser.open(bench.browser, bench.target, PLACE, bench.place(PLACE));
    try {
      const rows: Row[] = [];
      for (const part of [opening, reading, day]) rows.push(...(await part(bench, browser)));
      return rows;
    } finally {
      await browser.close();
    }
  },
};

export const webApp: readonly Scenario[] = [web];
