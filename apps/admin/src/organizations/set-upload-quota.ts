import { setUploadQuota, type UploadQuotaChoice } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';

export interface UploadQuotas {
  readonly organization?: UploadQuotaChoice;
  readonly person?: UploadQuotaChoice;
}

export class SetUploadQuota {
  constructor(private readonly suite: RunningSuite) {}

  /** Without a choice, shows the current quotas. */
  async execute(stringId: string, wanted: UploadQuotas): Promise<Answer> {
    const organization = await findOrganization(this.suite, stringId);
    const now = await this.suite.callAsSystem(setUploadQuota, { organizationId: organization.id, ...wanted });
    const shown = (mib: number | null) => (mib === null ? 'no limit' : `${mib} MiB`);
    return {
      text: `Uploads in ${stringId}: ${shown(now.organization)} for the organization, ${shown(now.person)} for each person.`,
      json: { upload_quota_mib: now.organization, upload_quota_mib_per_person: now.person },
    };
  }
}

/** @throws CommandError if the text is not a quota */
export function parseQuota(text: string): UploadQuotaChoice {
  if (text === 'none' || text === 'default') return text;
  const mib = Number(text);
  if (!/^\d+$/.test(text) || mib > 2 ** 31 - 1) throw new CommandError(`"${text}" is no quota: give a number of MiB, "none" or "default".`);
  return mib;
}
