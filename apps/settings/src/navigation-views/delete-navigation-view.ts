import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isStorable, type OutputOf } from '@parley/contracts';
import { type deleteNavigationView, navigationViewDeleted } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { NavigationViewsRepository } from './navigation-views.repository.js';

/** DELETE /navigation_views/{fragment} */
@Injectable()
export class DeleteNavigationView {
  constructor(
    private readonly eventLog: EventLog,
    private readonly views: NavigationViewsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof deleteNavigationView>): Promise<OutputOf<typeof deleteNavigationView>> {
    const { fragment } = params;
    if (!isStorable(fragment)) throw apiErrors.noSuchNavigationView();
    await this.eventLog.change(caller.organizationId, async (tx, log) => {
      if (!(await this.views.remove(tx, caller, fragment))) throw apiErrors.noSuchNavigationView();
      log.append(navigationViewDeleted, { userId: caller.userId, fragment });
    });
    return {};
  }
}
