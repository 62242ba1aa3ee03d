import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listLinkifiers } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { linkifierObjects } from './linkifier-objects.js';

@Injectable()
export class ListLinkifiers {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof listLinkifiers>): Promise<OutputOf<typeof listLinkifiers>> {
    return { linkifiers: await linkifierObjects(this.database.direct, caller.organizationId) };
  }
}
