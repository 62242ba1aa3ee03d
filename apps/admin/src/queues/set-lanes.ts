import { setTimeout as delay } from 'node:timers/promises';
import type { OutputOf } from '@parley/contracts';
import { MAX_LANES, readLanes, setLanes } from '@parley/contracts/event-queue';
import { CommandError } from '../command-error.js';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { Progress, shownCount } from '../output/progress.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';

const STEP_MS = 250;

type Lanes = OutputOf<typeof readLanes>;

/** Changes the number of lanes of an organization, and waits until its queues have moved. */
export class SetLanes {
  constructor(
    private readonly suite: RunningSuite,
    private readonly report: (line: string) => void,
  ) {}

  /** Without a number, shows the lanes. */
  async execute(stringId: string, wanted?: number): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    if (wanted !== undefined) await this.change(stringId, id, wanted);
    const shown = wanted === undefined ? await this.read(id) : await this.untilChanged(id);
    const rows = shown.all.map(({ lane, queues, fannedOutSeq }) => [lane, shownCount(queues), behind(fannedOutSeq, shown.newestSeq)]);
    return {
      text: `${inWords(stringId, shown)}\n${table(['lane', 'queues', 'behind the log'], rows)}`,
      json: {
        lanes: shown.lanes,
        next: shown.next,
        newest_seq: shown.newestSeq,
        all: shown.all.map(({ lane, queues, fannedOutSeq }) => ({ lane, queues, fanned_out_seq: fannedOutSeq })),
      },
    };
  }

  private async change(stringId: string, organizationId: number, lanes: number): Promise<void> {
    const { outcome, next } = await this.suite.callAsSystem(setLanes, { organizationId, lanes });
    if (outcome === 'busy')
      throw new CommandError(`The number of lanes of "${stringId}" is changing to ${next ?? 'another one'}. Try again when it has.`);
    if (outcome === 'oldReplicas')
      throw new CommandError('A replica of event-queue is of an earlier release, which knows no lanes. Try again when all are replaced.');
  }

  private async untilChanged(organizationId: number): Promise<Lanes> {
    const progress = new Progress(this.report);
    for (;;) {
      const shown = await this.read(organizationId);
      if (shown.next === null) return shown;
      progress.show(() => `moving: ${shownCount(shown.all.reduce((sum, { queues }) => sum + queues, 0))} queues`);
      await delay(STEP_MS);
    }
  }

  private read(organizationId: number): Promise<Lanes> {
    return this.suite.callAsSystem(readLanes, { organizationId });
  }
}

/** @throws CommandError */
export function parseLanes(text: string): number {
  const lanes = Number(text);
  if (!/^\d+$/.test(text) || lanes < 1 || lanes > MAX_LANES) throw new CommandError(`The number of lanes is from 1 to ${MAX_LANES}.`);
  return lanes;
}

function inWords(stringId: string, { lanes, next }: Lanes): string {
  const now = `"${stringId}" has ${lanes === 1 ? 'one lane' : `${lanes} lanes`}`;
  return next === null ? `${now}.` : `${now}, and its queues move to ${next}.`;
}

function behind(fannedOutSeq: number | null, newestSeq: number): string {
  return fannedOutSeq === null ? '-' : shownCount(newestSeq - fannedOutSeq);
}
