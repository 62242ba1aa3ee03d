import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import {
  callersChanged,
  organizationUpdated,
  type setQuotas,
  shownQuotas,
  uploadQuotaMib,
  withQuotas,
  withUploadQuotas,
} from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { OrganizationsRepository } from './organizations.repository.js';

/** The operator sets what an organization may use. Clients receive the quota of its uploaded files. Gateways learn the others at once. */
@Injectable()
export class SetQuotas {
  constructor(
    private readonly eventLog: EventLog,
    private readonly organizations: OrganizationsRepository,
    private readonly bus: Bus,
  ) {}

  /** Without a choice it changes nothing. Returns the current quotas. */
  async execute({ organizationId, quotas, uploads }: InputOf<typeof setQuotas>): Promise<OutputOf<typeof setQuotas>> {
    const now = await this.eventLog.change(organizationId, async (tx, log) => {
      const before = (await organizationById(tx, organizationId))?.settings;
      if (before === undefined) throw apiErrors.unknownOrganization();
      const after = withUploadQuotas(withQuotas(before, quotas), uploads);
      await this.organizations.putSettings(tx, organizationId, after);
      const quota = uploadQuotaMib(after);
      if (quota !== uploadQuotaMib(before)) log.append(organizationUpdated, { changes: [{ property: 'upload_quota_mib', value: quota }] });
      return shownQuotas(after);
    });
    this.bus.publish(callersChanged, { organizationId, userIds: null });
    return now;
  }
}
