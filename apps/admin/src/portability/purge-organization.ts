import { setTimeout as delay } from 'node:timers/promises';
import { purgeChannels } from '@parley/contracts/channels';
import { findPlace, removePlace } from '@parley/contracts/directory';
import { purgeLog } from '@parley/contracts/event-queue';
import { purgeInvitations } from '@parley/contracts/invitations';
import { purgeMessages } from '@parley/contracts/messaging';
import { purgeNotifications } from '@parley/contracts/notifications';
import { beginPurge, endPurge, listOrganizations, purgeAcceptances, purgePeople } from '@parley/contracts/organization';
import { purgePersonalSettings } from '@parley/contracts/settings';
import { CommandError } from '../command-error.js';
import { checkNotMoving } from '../organizations/find-move.js';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { Progress, shownCount } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';

/** In an order that foreign keys allow: what refers to something comes before it. People and channels are how messages are found. */
const PARTS = [
  { call: purgeNotifications, what: 'notifications' },
  { call: purgeMessages, what: 'messages and files' },
  { call: purgePersonalSettings, what: 'personal settings' },
  { call: purgeChannels, what: 'channels' },
  { call: purgeLog, what: 'events' },
  { call: purgeAcceptances, what: 'acceptances of invitations' },
  { call: purgeInvitations, what: 'invitations' },
  { call: purgePeople, what: 'people and configuration' },
] as const;

/** A service that is restarted answers again within this time. */
const TRIES = 15;
const RETRY_MS = 2_000;

/**
 * Deletes everything of a deactivated organization. Each call deletes some thousand rows, and is followed by a pause of the same length, so
 * that the purge takes at most half of one connection. It may end at any point: the next run goes on.
 */
export class PurgeOrganization {
  private deleted = 0;
  private readonly progress: Progress;

  constructor(
    private readonly suite: RunningSuite,
    private readonly report: (line: string) => void,
  ) {
    this.progress = new Progress(report);
  }

  async execute(stringId: string, isConfirmed: boolean): Promise<Answer> {
    const ended = isConfirmed ? await this.endInterrupted(stringId.toLowerCase()) : undefined;
    if (ended !== undefined) return ended;
    const { id, name, isDeactivated, stringId: own, cell } = await findOrganization(this.suite, stringId);
    if (isDeactivated && !isConfirmed) {
      throw new CommandError(`This deletes all data of ${name} (${own}). It cannot be taken back. Add --yes to do it.`);
    }
    await checkNotMoving(this.suite, own);
    const started = performance.now();
    await this.begin(id, own);
    for (const { call, what } of PARTS) {
      let before: number;
      // Rows that were written meanwhile are found by another pass, which reads little if there are none.
      do {
        before = this.deleted;
        await this.empty(call, what, id);
      } while (this.deleted > before);
    }
    await this.patiently(() => this.suite.callAsSystem(endPurge, { organizationId: id }));
    if (cell !== undefined) await this.patiently(() => this.suite.callAsSystem(removePlace, { organizationId: id, cell }));
    const seconds = Math.round((performance.now() - started) / 1000);
    return {
      text: `${name} (${own}) is deleted: ${shownCount(this.deleted)} rows in ${seconds} s.`,
      json: { id, string_id: own, rows: this.deleted, seconds },
    };
  }

  /** If an earlier run ended after the organization was deleted in its cell, only the directory knows it, and its string id is not free. */
  private async endInterrupted(stringId: string): Promise<Answer | undefined> {
    if (this.suite.cells.length === 0) return;
    const { place } = await this.suite.callAsSystem(findPlace, { stringId });
    if (place?.state !== 'active' || place.organizationId === null) return;
    const { organizationId: id, cell } = place;
    const { organizations } = await this.suite.callInCell(listOrganizations, {}, cell);
    if (organizations.some((organization) => organization.id === id)) return;
    await this.patiently(() => this.suite.callAsSystem(removePlace, { organizationId: id, cell }));
    return {
      text: `${stringId} was deleted by an earlier run. Its name is free now.`,
      json: { id, string_id: stringId, rows: 0, seconds: 0 },
    };
  }

  private async begin(organizationId: number, stringId: string): Promise<void> {
    for (;;) {
      const { waitSeconds } = await this.patiently(() => this.suite.callAsSystem(beginPurge, { organizationId }));
      if (waitSeconds === 0) return;
      this.report(`${stringId} was deactivated a moment ago. Changes that had begun must end first: ${waitSeconds} s.`);
      await delay(waitSeconds * 1000);
    }
  }

  private async empty(call: (typeof PARTS)[number]['call'], what: string, organizationId: number): Promise<void> {
    let step: number | null = 0;
    while (step !== null) {
      const given: number = step;
      const started = performance.now();
      const { deleted, next } = await this.patiently(() => this.suite.callAsSystem(call, { organizationId, step: given }));
      const ended = performance.now();
      this.deleted += deleted;
      this.progress.show(() => `${what}: ${shownCount(this.deleted)} rows deleted`);
      if (deleted > 0) await delay(ended - started);
      step = next;
    }
  }

  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof CommandError) || left === 1) throw error;
        this.report(`${error.message} Trying again.`);
        await delay(RETRY_MS);
      }
    }
  }
}
