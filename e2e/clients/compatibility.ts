import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { fileAt } from './run-script.js';

const PAGE = fileAt('docs/clients.md');

/** What one client called in this run and how it was answered: its table in docs/clients.md. */
export class Compatibility {
  private readonly rows = new Map<string, string>();

  /** @param client as the table's mark in docs/clients.md names it */
  constructor(private readonly client: string) {}

  /** Notes a call, and hands its answer on. */
  note<T extends { readonly result: string; readonly msg: string }>(call: string, answer: T): T {
    this.rows.set(call, answer.result === 'success' ? 'works' : `refused: ${answer.msg}`);
    return answer;
  }

  /** The page must tell what this run did; `npm run test:clients` writes it. */
  expectPageTells(): void {
    const page = readFileSync(PAGE, 'utf8');
    const [begin, end] = [`<!-- table: ${this.client} -->\n`, '<!-- end of table -->'];
    const from = page.indexOf(begin) + begin.length;
    const to = page.indexOf(end, from);
    if (from < begin.length || to < 0) throw new Error(`docs/clients.md has no table of ${this.client}`);
    if (process.env.PARLEY_WRITE_CLIENT_TABLES === '1') writeFileSync(PAGE, page.slice(0, from) + this.table() + page.slice(to));
    else expect(page.slice(from, to)).toBe(this.table());
  }

  private table(): string {
    const rows = [...this.rows].map(([call, outcome]) => `| \`${call}\` | ${outcome} |\n`);
    return `| call | outcome |\n|---|---|\n${rows.join('')}`;
  }
}
