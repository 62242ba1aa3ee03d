import { recountSubscribers } from '@parley/contracts/channels';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';

/** Recounts the subscribers of each channel. */
export class RebuildCounters {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    const { channels, corrected } = await this.suite.callAsSystem(recountSubscribers, { organizationId: id });
    const rows = corrected.map(({ channelId, name, before, after }) => [String(channelId), name, String(before), String(after)]);
    const found = `${channels} channels counted, ${corrected.length} corrected.`;
    return {
      text: corrected.length === 0 ? found : `${found}\n${table(['channel id', 'name', 'was', 'is'], rows)}`,
      json: { channels, corrected: corrected.map(({ channelId, ...rest }) => ({ channel_id: channelId, ...rest })) },
    };
  }
}
