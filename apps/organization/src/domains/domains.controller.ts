import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createDomain, deleteDomain, listDomains, updateDomain } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateDomain } from './create-domain.js';
import { DeleteDomain } from './delete-domain.js';
import { ListDomains } from './list-domains.js';
import { UpdateDomain } from './update-domain.js';

@Controller()
export class DomainsController {
  constructor(
    private readonly listing: ListDomains,
    private readonly creating: CreateDomain,
    private readonly updating: UpdateDomain,
    private readonly deleting: DeleteDomain,
  ) {}

  @Serves(listDomains)
  listDomains(call: CallOf<typeof listDomains>) {
    return this.listing.execute(call);
  }

  @Serves(createDomain)
  createDomain(call: CallOf<typeof createDomain>) {
    return this.creating.execute(call);
  }

  @Serves(updateDomain)
  updateDomain(call: CallOf<typeof updateDomain>) {
    return this.updating.execute(call);
  }

  @Serves(deleteDomain)
  deleteDomain(call: CallOf<typeof deleteDomain>) {
    return this.deleting.execute(call);
  }
}
