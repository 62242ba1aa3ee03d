import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { FindOrganizationsController } from './find-organizations.controller.js';
import { FindOrganizations } from './find-organizations.js';
import { FoundOrganizationsMail } from './found-organizations-mail.js';

@Module({
  controllers: [FindOrganizationsController],
  providers: [FindOrganizations, FoundOrganizationsMail, OrganizationAddresses],
})
export class FindOrganizationsModule {}
