import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { callersChanged, organizationDeactivated } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { endSessionsOfOrganization } from '../credentials/browser-sessions.repository.js';
import { OrganizationsRepository } from './organizations.repository.js';

/** Deactivates an organization: clients with a held poll are told, its event queues end, and its users can no longer log in. Its data stays. */
@Injectable()
export class DeactivateOrganization {
  constructor(
    private readonly eventLog: EventLog,
    private readonly bus: Bus,
    private readonly organizations: OrganizationsRepository,
  ) {}

  /** A deactivated organization does not change. */
  async execute(organizationId: number): Promise<void> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const organization = await organizationById(tx, organizationId);
      if (organization === undefined) throw apiErrors.unknownOrganization();
      if (organization.deactivatedAt !== null) return;
      await this.organizations.setDeactivated(tx, organizationId, new Date());
      await endSessionsOfOrganization(tx, organizationId);
      log.append(organizationDeactivated, { organizationId });
    });
    this.bus.publish(callersChanged, { organizationId, userIds: null });
  }
}
