import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { fileAt } from './run-script.js';

const answer = z.object({ call: z.string(), result: z.string(), msg: z.string() });

/** The calls that a script reported, one on each line. */
export function answersIn(output: string): z.infer<typeof answer>[] {
  return output
    .trim()
    .split('\n')
    .map((line) => answer.parse(JSON.parse(line)));
}

const PAGE = fileAt('docs/clients.md');

/** `npm run test:clients`: kills every service, runs every program, and writes the results into the page. */
export const isWholeRun = process.env.PARLEY_CLIENTS_WHOLE === '1';

/** The calls of one client in this run and their outcomes: a table in docs/clients.md. */
export class Compatibility {
  private readonly rows = new Map<string, string>();

  /**
   * @param mark the marker of the table in docs/clients.md
   * @param client the heading of the table: name and version
   */
  constructor(
    private readonly mark: string,
    private readonly client: string,
  ) {}

  get calls(): string[] {
    return [...this.rows.keys()];
  }

  /** Records a call, and returns its answer. */
  note<T extends { readonly result: string; readonly msg: string }>(call: string, answer: T): T {
    this.noteOutcome(call, answer.result === 'success' ? 'works' : `refused: ${answer.msg}`);
    return answer;
  }

  noteOutcome(call: string, outcome: string): void {
    this.rows.set(call, outcome);
  }

  /** Checks that the page has the results of this run. A whole run writes them. */
  expectPageIsCurrent(): void {
    const page = readFileSync(PAGE, 'utf8');
    const [begin, end] = [`<!-- table: ${this.mark} -->\n`, '<!-- end of table -->'];
    const from = page.indexOf(begin) + begin.length;
    const to = page.indexOf(end, from);
    if (from < begin.length || to < 0) throw new Error(`docs/clients.md has no table of ${this.mark}`);
    if (isWholeRun) writeFileSync(PAGE, page.slice(0, from) + this.table() + page.slice(to));
    else expect(page.slice(from, to)).toBe(this.table());
  }

  private table(): string {
    const rows = [...this.rows].map(([call, outcome]) => `| \`${call}\` | ${outcome} |\n`);
    return `| ${this.client} | outcome |\n|---|---|\n${rows.join('')}`;
  }
}
