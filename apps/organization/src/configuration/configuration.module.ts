import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { ConfigurationController } from './configuration.controller.js';
import { Configuration } from './configuration.js';
import { ForgetChannelInSettings } from './forget-channel-in-settings.js';
import { UpdateOrganization } from './update-organization.js';

@Module({
  controllers: [ConfigurationController],
  providers: [Configuration, ForgetChannelInSettings, OrganizationAddresses, UpdateOrganization],
})
export class ConfigurationModule {}
