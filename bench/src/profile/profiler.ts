import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withDatabase } from '../prepare/database.js';
import { markdownOf, textOf } from '../report/sections.js';
import type { Target } from '../target.js';
import { bundledSources } from './bundled-sources.js';
import { runningFile, writtenFile } from './profile-files.js';
import { beginStatements, readStatements, statementsSection } from './statements.js';
import { readProfile, summarizeProfile } from './summary.js';

const LOOK_EVERY_MS = 50;
const WITHIN_MS = 30_000;
/** Of the busiest service. Others are in the file only. */
const SHOWN_SHARE = 0.1;

/** Profiles the services, and counts the statements of PostgreSQL, while a scenario is measured. */
export class Profiler {
  private readonly services: Target['processes'];

  constructor(
    private readonly target: Target,
    private readonly directory: string,
    private readonly out: string,
  ) {
    this.services = target.processes.filter(({ pid }) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes('/profile/preload.js?'));
  }

  /** @param name for the folder of the profiles; @returns the summary as text */
  async record<T>(name: string, work: () => Promise<T>): Promise<{ result: T; text: string }> {
    await this.signalAll((pid) => existsSync(join(this.directory, runningFile(pid))));
    await withDatabase(this.target, beginStatements);
    const result = await work();
    const statements = statementsSection(await withDatabase(this.target, readStatements));
    await this.signalAll((pid) => existsSync(join(this.directory, writtenFile(pid))));
    const folder = join(this.out, `profile-${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const locate = bundledSources();
    const summaries = this.services
      .map(({ service, pid }) => {
        const file = join(folder, `${service}.cpuprofile`);
        renameSync(join(this.directory, writtenFile(pid)), file);
        return summarizeProfile(service, readProfile(readFileSync(file, 'utf8')), locate);
      })
      .sort((one, other) => other.ms - one.ms);
    writeFileSync(join(folder, 'summary.md'), `${markdownOf([...summaries.flatMap(({ sections }) => sections), statements])}\n`);
    const shown = summaries.filter(({ ms }) => ms >= SHOWN_SHARE * (summaries[0]?.ms ?? 0));
    return { result, text: `${textOf([...shown.flatMap(({ sections }) => sections), statements])}\n\nWritten: ${folder}` };
  }

  private async signalAll(isDone: (pid: number) => boolean): Promise<void> {
    for (const { pid } of this.services) process.kill(pid, 'SIGUSR2');
    const deadline = performance.now() + WITHIN_MS;
    while (!this.services.every(({ pid }) => isDone(pid))) {
      if (performance.now() > deadline) throw new Error('a service did not write its profile');
      await delay(LOOK_EVERY_MS);
    }
  }
}
