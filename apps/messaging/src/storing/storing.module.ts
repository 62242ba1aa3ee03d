import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { StoreMessage } from './store-message.js';

@Module({
  providers: [OrganizationAddresses, StoreMessage],
  exports: [StoreMessage],
})
export class StoringModule {}
