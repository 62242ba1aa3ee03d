import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plot } from './plot.js';
import type { Result } from './row.js';
import { markdownOf, sectionsOf } from './sections.js';

/** JSON, Markdown and SVG of one run. They are replaced after each scenario, so that a run that is stopped keeps what it measured. */
export class ReportFiles {
  private readonly stem: string;

  constructor(directory: string, at: string, quick: boolean) {
    mkdirSync(directory, { recursive: true });
    this.stem = join(directory, `${at.replaceAll(':', '-').slice(0, 19)}${quick ? '-quick' : ''}`);
  }

  get paths(): readonly string[] {
    return ['json', 'md', 'svg'].map((ending) => `${this.stem}.${ending}`);
  }

  write(result: Result): void {
    this.replace('json', `${JSON.stringify(result, null, 2)}\n`);
    this.replace('md', `${headOf(result)}\n\n${markdownOf(sectionsOf(result.rows))}\n`);
    this.replace('svg', plot(result.rows, `Parley ${result.commit} on ${result.machine.cpus} cores, ${result.at.slice(0, 10)}`));
  }

  private replace(ending: string, text: string): void {
    writeFileSync(`${this.stem}.${ending}.new`, text);
    renameSync(`${this.stem}.${ending}.new`, `${this.stem}.${ending}`);
  }
}

export function headOf({ at, commit, quick, machine, load, seconds }: Result): string {
  const { cpus, model, memoryGiB, node } = machine;
  const share = (value: number) => `${(value * 100).toFixed(0)} %`;
  return [
    `${at.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}${quick ? ', --quick' : ''}, ${Math.round(seconds / 60)} minutes.`,
    `${cpus} cores (${model}), ${memoryGiB} GiB, Node ${node}.`,
    `Meanwhile other programs used ${share(load.others)} of the processors, and the host took ${share(load.stolen)}.`,
  ].join(' ');
}
