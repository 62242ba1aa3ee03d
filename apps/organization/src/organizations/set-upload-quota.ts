import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { organizationUpdated, type setUploadQuota, uploadQuotaMib, withUploadQuota } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { OrganizationsRepository } from './organizations.repository.js';

/** The operator sets how much an organization and each of its users may upload. Clients receive the quota of the organization. */
@Injectable()
export class SetUploadQuota {
  constructor(
    private readonly eventLog: EventLog,
    private readonly organizations: OrganizationsRepository,
  ) {}

  execute({ organizationId, organization, person }: InputOf<typeof setUploadQuota>): Promise<OutputOf<typeof setUploadQuota>> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      const before = (await organizationById(tx, organizationId))?.settings;
      if (before === undefined) throw apiErrors.unknownOrganization();
      const after = withUploadQuota(withUploadQuota(before, 'organization', organization), 'person', person);
      await this.organizations.putSettings(tx, organizationId, after);
      const quota = uploadQuotaMib(after);
      if (quota !== uploadQuotaMib(before)) log.append(organizationUpdated, { changes: [{ property: 'upload_quota_mib', value: quota }] });
      return { organization: quota, person: uploadQuotaMib(after, 'person') };
    });
  }
}
