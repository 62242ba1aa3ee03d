import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listDomains } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { domainsOf } from './domains.repository.js';

@Injectable()
export class ListDomains {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof listDomains>): Promise<OutputOf<typeof listDomains>> {
    return { domains: await domainsOf(this.database.direct, caller.organizationId) };
  }
}
