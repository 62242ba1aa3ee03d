import { listQueues } from '@parley/contracts/event-queue';
import { readUsage } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { allOrganizations } from './all-organizations.js';
import { findOrganization } from './find-organization.js';

const TITLES = ['organization', 'people', 'bots', 'messages in 24 h', 'uploads (MiB)', 'of', 'event queues'];
const MIB = 2 ** 20;

/** Shows what organizations use, those with most messages first. */
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
    const rows = found.map(({ organization, people, bots, messages, uploadedBytes, uploadQuotaMib, queues }) => {
      const uploads = [(uploadedBytes / MIB).toFixed(1), uploadQuotaMib === null ? 'no limit' : shownCount(uploadQuotaMib)];
      return [organization, shownCount(people), shownCount(bots), shownCount(messages), ...uploads, shownCount(queues)];
    });
    return {
      text: table(TITLES, rows),
      json: found.map(({ organization, people, bots, messages, uploadedBytes, uploadQuotaMib, queues }) => ({
        organization,
        people,
        bots,
        messages_in_24_hours: messages,
        uploaded_bytes: uploadedBytes,
        upload_quota_mib: uploadQuotaMib,
        event_queues: queues,
      })),
    };
  }
}
