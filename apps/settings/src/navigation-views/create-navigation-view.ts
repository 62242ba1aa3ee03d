import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isStorable, type OutputOf } from '@parley/contracts';
import { type createNavigationView, navigationViewCreated } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { viewName } from './view-name.js';

const MAX_VIEWS = 1000;

/** POST /navigation_views */
@Injectable()
export class CreateNavigationView {
  constructor(
    private readonly eventLog: EventLog,
    private readonly views: NavigationViewsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof createNavigationView>): Promise<OutputOf<typeof createNavigationView>> {
    const { fragment, is_pinned } = params;
    if (!isStorable(fragment)) throw apiErrors.invalidFormat({ name: 'fragment' });
    const name = viewName(fragment, params.name);
    const view = { fragment, is_pinned, ...(name !== undefined && { name }) };
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      if ((await this.views.find(tx, caller, fragment)) !== undefined) throw apiErrors.navigationViewExists();
      if ((await this.views.count(tx, caller)) >= MAX_VIEWS) throw apiErrors.tooManyNavigationViews({ limit: MAX_VIEWS });
      await this.views.insert(tx, caller, view);
      log.append(navigationViewCreated, { userId: caller.userId, view });
    });
    return {};
  }
}
