import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { BrowserWindow } from './browser-window.js';
import { WebReader } from './web-reader.js';

export type Person = Awaited<ReturnType<World['newcomer']>>;

/** Found by tools/src/browser. Empty: there is none, and the summary of `npm test` says so. */
const browserPath = process.env.PARLEY_TEST_BROWSER ?? '';

/** What the tests of the web app share: a browser, and people in front of it. */
export class WebAppTools {
  readonly world = new World();
  readonly base = `http://${this.world.host}`;
  private opened: BrowserWindow | undefined;

  get browser(): BrowserWindow {
    if (this.opened === undefined) throw new Error('the browser is not open yet');
    return this.opened;
  }

  async start(): Promise<void> {
    this.opened = await BrowserWindow.open(browserPath);
  }

  async stop(): Promise<void> {
    await this.opened?.close();
    closeConnections();
  }

  /** Signed in, at the first page. */
  async open(person: Person, options: BrowserContextOptions = {}): Promise<WebReader> {
    const reader = new WebReader(await this.browser.page(options));
    await reader.signIn(this.base, person);
    return reader;
  }

  /** Two people, and a channel of theirs with the address of a topic. */
  async pair() {
    const [ann, bob] = [await this.world.newcomer('Ann Lee'), await this.world.newcomer('Bob Ray')];
    const channel = await this.world.channel([ann, bob]);
    return { ann, bob, channel, path: `${this.base}/app/channel/${channel.id}/topic/birds` };
  }
}

/** Tests in Chromium, if there is one. */
export function describeWebApp(name: string, define: (tools: WebAppTools) => void): void {
  if (browserPath === '') {
    it(`${name} is not tested, because there is no browser`, () => expect(browserPath).toBe(''));
    return;
  }
  describe(name, () => {
    const tools = new WebAppTools();
    beforeAll(() => tools.start(), 60_000);
    afterAll(() => tools.stop());
    define(tools);
  });
}
