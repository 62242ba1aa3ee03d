import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { RegisterController } from './register.controller.js';
import { RegisterOrganization } from './register-organization.js';
import { SerializedUserCache } from './serialized-user-cache.js';
import { SharedFields } from './shared-fields.js';

@Module({
  controllers: [RegisterController],
  providers: [OrganizationAddresses, RegisterOrganization, SerializedUserCache, SharedFields],
})
export class RegisterModule {}
