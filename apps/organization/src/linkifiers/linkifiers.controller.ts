import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createLinkifier, deleteLinkifier, listLinkifiers, reorderLinkifiers, updateLinkifier } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateLinkifier } from './create-linkifier.js';
import { DeleteLinkifier } from './delete-linkifier.js';
import { ListLinkifiers } from './list-linkifiers.js';
import { ReorderLinkifiers } from './reorder-linkifiers.js';
import { UpdateLinkifier } from './update-linkifier.js';

@Controller()
export class LinkifiersController {
  constructor(
    private readonly listing: ListLinkifiers,
    private readonly creating: CreateLinkifier,
    private readonly updating: UpdateLinkifier,
    private readonly deleting: DeleteLinkifier,
    private readonly reordering: ReorderLinkifiers,
  ) {}

  @Serves(listLinkifiers)
  listLinkifiers(call: CallOf<typeof listLinkifiers>) {
    return this.listing.execute(call);
  }

  @Serves(createLinkifier)
  createLinkifier(call: CallOf<typeof createLinkifier>) {
    return this.creating.execute(call);
  }

  @Serves(updateLinkifier)
  updateLinkifier(call: CallOf<typeof updateLinkifier>) {
    return this.updating.execute(call);
  }

  @Serves(deleteLinkifier)
  deleteLinkifier(call: CallOf<typeof deleteLinkifier>) {
    return this.deleting.execute(call);
  }

  @Serves(reorderLinkifiers)
  reorderLinkifiers(call: CallOf<typeof reorderLinkifiers>) {
    return this.reordering.execute(call);
  }
}
