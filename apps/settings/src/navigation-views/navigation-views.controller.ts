import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createNavigationView, deleteNavigationView, getNavigationViews, updateNavigationView } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { CreateNavigationView } from './create-navigation-view.js';
import { DeleteNavigationView } from './delete-navigation-view.js';
import { GetNavigationViews } from './get-navigation-views.js';
import { UpdateNavigationView } from './update-navigation-view.js';

@Controller()
export class NavigationViewsController {
  constructor(
    private readonly listing: GetNavigationViews,
    private readonly creating: CreateNavigationView,
    private readonly updating: UpdateNavigationView,
    private readonly deleting: DeleteNavigationView,
  ) {}

  @Serves(getNavigationViews)
  getNavigationViews(call: CallOf<typeof getNavigationViews>) {
    return this.listing.execute(call);
  }

  @Serves(createNavigationView)
  createNavigationView(call: CallOf<typeof createNavigationView>) {
    return this.creating.execute(call);
  }

  @Serves(updateNavigationView)
  updateNavigationView(call: CallOf<typeof updateNavigationView>) {
    return this.updating.execute(call);
  }

  @Serves(deleteNavigationView)
  deleteNavigationView(call: CallOf<typeof deleteNavigationView>) {
    return this.deleting.execute(call);
  }
}
