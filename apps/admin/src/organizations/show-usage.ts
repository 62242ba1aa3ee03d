import { listQueues } from '@parley/contracts/event-queue';
import { readUsage } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { allOrganizations } from './all-organizations.js';
import { findOrganization } from './find-organization.js';
import { quotaValues } from './set-quota.js';

const TITLES = [
  'organization',
  'people',
  'bots',
  'messages in 24 h',
  'today (UTC)',
  'uploads (MiB)',
  'event queues',
  'requests/s',
  'registrations/min',
];
const MIB = 2 ** 20;

/** Shows what organizations use beside their quotas, those with most messages first. */
export class ShowUsage {
  constructor(
    private readonly suite: RunningSuite,
    private readonly progress: Progress,
  ) {}

  /** Without a string id: of all organizations. */
  async execute(stringId?: string): Promise<Answer> {
    const wanted = stringId === undefined ? await allOrganizations(this.suite) : [await findOrganization(this.suite, stringId)];
    const found = [];
    for (const { id, stringId: name } of wanted) {
      const usage = await this.suite.callAsSystem(readUsage, { organizationId: id });
      const { count } = await this.suite.callAsSystem(listQueues, { organizationId: id });
      found.push({ organization: name, ...usage, queues: count });
      this.progress.show(() => `${shownCount(found.length)} of ${shownCount(wanted.length)} organizations`);
    }
    found.sort((a, b) => b.messages - a.messages || a.organization.localeCompare(b.organization));
    const rows = found.map(({ organization, people, bots, messages, messagesToday, uploadedBytes, queues, ...quotas }) => {
      const limits = quotaValues(quotas);
      const of = (used: string, limit: number | null = null, unit = 1) =>
        limit === null ? used : `${used} of ${shownCount(limit / unit)}`;
      return [
        organization,
        of(shownCount(people), limits.people),
        shownCount(bots),
        shownCount(messages),
        of(shownCount(messagesToday), limits['messages-per-day']),
        of((uploadedBytes / MIB).toFixed(1), limits['upload-bytes'], MIB),
        of(shownCount(queues), limits['live-queues']),
        of('', limits['requests-per-second']).trim(),
        of('', limits['registrations-per-minute']).trim(),
      ];
    });
    return {
      text: table(TITLES, rows),
      json: found.map(({ organization, people, bots, messages, messagesToday, uploadedBytes, queues, ...quotas }) => ({
        organization,
        people,
        bots,
        messages_in_24_hours: messages,
        messages_today: messagesToday,
        uploaded_bytes: uploadedBytes,
        event_queues: queues,
        quotas: quotaValues(quotas),
      })),
    };
  }
}
