import type { Locator, Page } from 'playwright-core';
import { eventually } from '../client/eventually.js';

/** Other tests use the same machine. */
const DEADLINE_MS = 60_000;

/** A person in front of the web app. */
export class WebReader {
  constructor(readonly page: Page) {}

  /** Opens the form, signs in, and arrives at the first page. */
  async signIn(base: string, person: { readonly email: string; readonly password: string }): Promise<void> {
    await this.page.goto(`${base}/`);
    await this.enter(person);
    await this.page.getByRole('heading', { level: 1, name: 'All messages' }).waitFor();
  }

  /** Signs in on a page that shows the form. */
  async enter({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
    await this.page.getByLabel('Email address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  /** Waits until the server has everything that was written. */
  async untilSent(text: string): Promise<void> {
    await this.message(text).first().waitFor();
    await this.untilNothingWaits();
  }

  get field(): Locator {
    return this.page.getByRole('textbox', { name: /^Message to/ });
  }

  /** Waits until the text that is being written fits. */
  async untilField(pattern: RegExp): Promise<void> {
    await this.untilText('form.compose textarea', pattern, 'value');
  }

  /** Waits until an element has a text that fits. */
  async untilText(selector: string, pattern: RegExp, property: 'value' | 'textContent' = 'textContent'): Promise<void> {
    const read = () => this.page.evaluate<string | null>(`document.querySelector(${JSON.stringify(selector)})?.${property} ?? null`);
    await this.until(read, (text) => text !== null && pattern.test(text));
  }

  /** Reads repeatedly until the condition holds. */
  async until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<void> {
    const value = await eventually(read, holds, { deadlineMs: DEADLINE_MS });
    if (!holds(value)) throw new Error(`the page still has ${JSON.stringify(value)}`);
  }

  get banner(): Locator {
    return this.page.locator('.banner');
  }

  /** Waits until no message waits to be sent. */
  async untilNothingWaits(): Promise<void> {
    await this.until(
      () => this.page.locator('.is-pending').count(),
      (count) => count === 0,
    );
  }

  message(text: string): Locator {
    return this.page.getByRole('article').filter({ hasText: text });
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  async act(text: string, action: string): Promise<void> {
    await this.message(text)
      .getByRole('button', { name: /^Actions/ })
      .click();
    await this.page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  /** The ids of the messages in the page, from the top to the bottom. */
  ids(): Promise<number[]> {
    return this.page.evaluate<number[]>(`[...document.querySelectorAll('article[data-message-id]')]
      .map((message) => [Number(message.dataset.messageId), message.getBoundingClientRect().top])
      .sort(([, a], [, b]) => a - b).map(([id]) => id)`);
  }

  /** Scrolls until all of these were in the page, and expects what is there to have no hole at any moment, and none to be passed over. */
  async scrollOver(wanted: readonly number[], step: number): Promise<void> {
    const seen = new Set<number>();
    const last = step < 0 ? wanted.at(0) : wanted.at(-1);
    await this.page.getByRole('region', { name: 'Messages' }).hover();
    let deadline = Date.now() + DEADLINE_MS;
    while (seen.size < wanted.length) {
      if (Date.now() > deadline) throw new Error(`${seen.size} of ${wanted.length} messages were shown`);
      const ids = await this.ids();
      const from = wanted.indexOf(ids[0] ?? 0);
      const expected = wanted.slice(from, from + ids.length);
      if (JSON.stringify(ids) !== JSON.stringify(expected)) throw new Error(`the page shows ${ids}, and not ${expected}`);
      const before = seen.size;
      for (const id of ids) seen.add(id);
      // A slow machine may take long for all of them.
      if (seen.size > before) deadline = Date.now() + DEADLINE_MS;
      if (last !== undefined && seen.has(last) && seen.size < wanted.length)
        throw new Error(`these were passed over: ${wanted.filter((id) => !seen.has(id))}`);
      await this.page.mouse.wheel(0, step);
      await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }
  }
}
