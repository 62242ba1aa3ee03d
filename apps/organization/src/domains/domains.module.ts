import { Module } from '@nestjs/common';
import { CreateDomain } from './create-domain.js';
import { DeleteDomain } from './delete-domain.js';
import { DomainsController } from './domains.controller.js';
import { ListDomains } from './list-domains.js';
import { UpdateDomain } from './update-domain.js';

@Module({
  controllers: [DomainsController],
  providers: [CreateDomain, DeleteDomain, ListDomains, UpdateDomain],
})
export class DomainsModule {}
