import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { getNavigationViews } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { NavigationViewsRepository } from './navigation-views.repository.js';

/** GET /navigation_views */
@Injectable()
export class GetNavigationViews {
  constructor(
    private readonly database: Database,
    private readonly views: NavigationViewsRepository,
  ) {}

  async execute({ caller }: CallOf<typeof getNavigationViews>): Promise<OutputOf<typeof getNavigationViews>> {
    return { navigation_views: await this.views.list(this.database.direct, caller) };
  }
}
