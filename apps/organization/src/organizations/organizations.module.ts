import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CreateOrganization } from './create-organization.js';
import { DeactivateOrganization } from './deactivate-organization.js';
import { FindSpectatedOrganization } from './find-spectated-organization.js';
import { GetServerSettings } from './get-server-settings.js';
import { ListOrganizations } from './list-organizations.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { ReactivateOrganization } from './reactivate-organization.js';
import { ReadUsage } from './read-usage.js';
import { SetQuotas } from './set-quotas.js';

@Module({
  imports: [AccountsModule],
  controllers: [OrganizationsController],
  providers: [
    CreateOrganization,
    DeactivateOrganization,
    FindSpectatedOrganization,
    GetServerSettings,
    ListOrganizations,
    OrganizationAddresses,
    OrganizationsRepository,
    ReactivateOrganization,
    ReadUsage,
    SetQuotas,
  ],
})
export class OrganizationsModule {}
