import { createHash, randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { withDatabase } from '../prepare/database.js';
import type { Place } from '../prepare/places.js';
import type { Target } from '../target.js';

const DEADLINE_MS = 120_000;
const VIEWPORT = { width: 1_280, height: 800 };
const ARGUMENTS = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Notes when the first message is in the page. */
const NOTES_FIRST_MESSAGE = `new MutationObserver((_, observer) => {
  if (document.querySelector('article[data-message-id]') === null) return;
  window.firstMessageMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

/** A Chromium, in which a person of the bench is signed in. */
export class BenchBrowser {
  private constructor(
    private readonly browser: Browser,
    readonly address: string,
    private readonly token: string,
  ) {}

  /** @throws Error without a Chromium */
  static async open(executablePath: string, target: Target, name: string, place: Place): Promise<BenchBrowser> {
    if (executablePath === '') throw new Error('there is no Chromium');
    const address = `http://bench-${name}.${target.admin.environment.EXTERNAL_HOST}`;
    const token = await startSession(target, place);
    // Chromium's sandbox does not start for root.
    const chromiumSandbox = process.getuid?.() !== 0;
    return new BenchBrowser(await chromium.launch({ executablePath, headless: true, chromiumSandbox, args: ARGUMENTS }), address, token);
  }

  /** A person with an empty cache, who is signed in. */
  async person(): Promise<BrowserContext> {
    const context = await this.browser.newContext({ viewport: VIEWPORT });
    context.setDefaultTimeout(DEADLINE_MS);
    await context.addInitScript(NOTES_FIRST_MESSAGE);
    await context.addCookies([{ name: 'parley_session', value: this.token, url: this.address, httpOnly: true, sameSite: 'Lax' }]);
    return context;
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** Opens a place of the app. @returns the milliseconds until its first message is in the page */
export async function openApp(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('article[data-message-id]').first().waitFor({ state: 'attached', timeout: DEADLINE_MS });
  return page.evaluate<number>('window.firstMessageMs');
}

/** Inserted directly: the people of the bench have no passwords. */
async function startSession(target: Target, { organizationId, people }: Place): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(token).digest();
  await withDatabase(target, (client) =>
    client.query('INSERT INTO browser_session (organization_id, user_id, digest, browser) VALUES ($1, $2, $3, $4)', [
      organizationId,
      people[0]?.id,
      digest,
      'bench',
    ]),
  );
  return token;
}
