import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { StoreMessage } from './store-message.js';
import { StoreTogether } from './store-together.js';

@Module({
  providers: [OrganizationAddresses, StoreMessage, StoreTogether],
  exports: [StoreMessage],
})
export class StoringModule {}
