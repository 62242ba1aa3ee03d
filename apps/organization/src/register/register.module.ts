import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { MemberLists } from './member-lists.js';
import { RegisterController } from './register.controller.js';
import { RegisterOrganization } from './register-organization.js';
import { SerializedUserCache } from './serialized-user-cache.js';
import { SharedFields } from './shared-fields.js';

@Module({
  controllers: [RegisterController],
  providers: [MemberLists, OrganizationAddresses, RegisterOrganization, SerializedUserCache, SharedFields],
  exports: [MemberLists],
})
export class RegisterModule {}
