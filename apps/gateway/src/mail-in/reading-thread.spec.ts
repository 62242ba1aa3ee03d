import { describe, expect, it } from '@jest/globals';
import { readInThread } from './reading-thread.js';

const OPTIONS = { prefersHtml: false, keepsQuotes: false, keepsFooter: false };
const program = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const answerTo = (code: string) => readInThread(new Uint8Array(1), OPTIONS, program(code)).then(() => 250, codeOf);
const codeOf = (error: unknown) => (Object(error) as { responseCode?: number }).responseCode;

describe('a mail that could not be read', () => {
  it.each([
    ['a failure that is not known', 'throw new Error("a")'],
    ['an end without an answer', 'process.exit(1)'],
    ['a program that cannot be loaded', 'import "node:nothing"'],
  ])('is delayed after %s', async (_, code) => expect(await answerTo(code)).toBe(451));

  it.each([
    ['it is the reason', 'import { parentPort } from "node:worker_threads"; parentPort.postMessage({ problem: "a" })'],
    ['it needs too much memory', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, n) => ({ n })))'],
  ])('is refused if %s', async (_, code) => expect(await answerTo(code)).toBe(550));
});
