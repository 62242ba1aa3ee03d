import { Controller } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import {
  createOrganization,
  deactivateOrganization,
  describeCell,
  findSpectatedOrganization,
  getServerSettings,
  listOrganizations,
  reactivateOrganization,
  readUsage,
  setQuotas,
} from '@parley/contracts/organization';
import { Database, databaseIdentity } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { describedCell } from './cell.repository.js';
import { CreateOrganization } from './create-organization.js';
import { DeactivateOrganization } from './deactivate-organization.js';
import { FindSpectatedOrganization } from './find-spectated-organization.js';
import { GetServerSettings } from './get-server-settings.js';
import { ListOrganizations } from './list-organizations.js';
import { ReactivateOrganization } from './reactivate-organization.js';
import { ReadUsage } from './read-usage.js';
import { SetQuotas } from './set-quotas.js';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly serverSettings: GetServerSettings,
    private readonly creation: CreateOrganization,
    private readonly spectated: FindSpectatedOrganization,
    private readonly list: ListOrganizations,
    private readonly deactivation: DeactivateOrganization,
    private readonly reactivation: ReactivateOrganization,
    private readonly quotas: SetQuotas,
    private readonly usage: ReadUsage,
    private readonly database: Database,
  ) {}

  @Serves(getServerSettings)
  getServerSettings(call: CallOf<typeof getServerSettings>) {
    return this.serverSettings.execute(call);
  }

  @Serves(findSpectatedOrganization)
  findSpectatedOrganization(call: CallOf<typeof findSpectatedOrganization>) {
    return this.spectated.execute(call);
  }

  @Serves(createOrganization)
  createOrganization({ params }: CallOf<typeof createOrganization>) {
    return this.creation.execute(params);
  }

  @Serves(listOrganizations)
  listOrganizations(_call: CallOf<typeof listOrganizations>) {
    return this.list.execute();
  }

  @Serves(describeCell)
  async describeCell(_call: CallOf<typeof describeCell>): Promise<OutputOf<typeof describeCell>> {
    const { direct } = this.database;
    return { ...(await describedCell(direct)), database: await databaseIdentity(direct) };
  }

  @Serves(deactivateOrganization)
  async deactivateOrganization({ params }: CallOf<typeof deactivateOrganization>) {
    await this.deactivation.execute(params.organizationId);
    return {};
  }

  @Serves(readUsage)
  readUsage({ params }: CallOf<typeof readUsage>) {
    return this.usage.execute(params);
  }

  @Serves(setQuotas)
  setQuotas({ params }: CallOf<typeof setQuotas>) {
    return this.quotas.execute(params);
  }

  @Serves(reactivateOrganization)
  async reactivateOrganization({ params }: CallOf<typeof reactivateOrganization>) {
    await this.reactivation.execute(params.organizationId);
    return {};
  }
}
