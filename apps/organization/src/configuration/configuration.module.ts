import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ConfigurationController } from './configuration.controller.js';
import { Configuration } from './configuration.js';
import { ForgetChannelInSettings } from './forget-channel-in-settings.js';
import { UpdateOrganization } from './update-organization.js';

@Module({
  imports: [CredentialsModule],
  controllers: [ConfigurationController],
  providers: [Configuration, ForgetChannelInSettings, OrganizationAddresses, UpdateOrganization],
})
export class ConfigurationModule {}
