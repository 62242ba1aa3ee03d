import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { OrganizationsRepository } from './organizations.repository.js';

/** Reactivates an organization. It has no event queues, so no event is logged. */
@Injectable()
export class ReactivateOrganization {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly organizations: OrganizationsRepository,
  ) {}

  async execute(organizationId: number): Promise<void> {
    await this.eventLog.change(organizationId, async (tx) => {
      const organization = await organizationById(tx, organizationId);
      if (organization === undefined) throw apiErrors.unknownOrganization();
      if (organization.purgeStartedAt !== null) throw apiErrors.beingPurged();
      if (organization.importId !== null) throw apiErrors.beingImported();
      await this.organizations.setDeactivated(tx, organizationId, null);
    });
    this.bus.publish(callersChanged, { organizationId, userIds: null });
  }
}
