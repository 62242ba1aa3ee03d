import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listDomains } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { domainObjects } from './domain-objects.js';

@Injectable()
export class ListDomains {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof listDomains>): Promise<OutputOf<typeof listDomains>> {
    return { domains: await domainObjects(this.database.client, caller.organizationId) };
  }
}
