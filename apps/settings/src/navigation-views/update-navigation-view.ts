import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isStorable, type OutputOf } from '@parley/contracts';
import { navigationViewUpdated, type updateNavigationView } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { viewName } from './view-name.js';

/** PATCH /navigation_views/{fragment}. One event with all changed properties. */
@Injectable()
export class UpdateNavigationView {
  constructor(
    private readonly eventLog: EventLog,
    private readonly views: NavigationViewsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateNavigationView>): Promise<OutputOf<typeof updateNavigationView>> {
    const { fragment, is_pinned: isPinned } = params;
    if (!isStorable(fragment)) throw apiErrors.noSuchNavigationView();
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      const view = await this.views.find(tx, caller, fragment);
      if (view === undefined) throw apiErrors.noSuchNavigationView();
      const name = params.name === undefined ? view.name : viewName(fragment, params.name);
      const data = {
        ...(isPinned === undefined || isPinned === view.is_pinned ? {} : { is_pinned: isPinned }),
        ...(name === undefined || name === view.name ? {} : { name }),
      };
      if (Object.keys(data).length === 0) return;
      await this.views.update(tx, caller, { ...view, ...data });
      log.append(navigationViewUpdated, { userId: caller.userId, fragment, data });
    });
    return {};
  }
}
