import { Module } from '@nestjs/common';
import { CreateNavigationView } from './create-navigation-view.js';
import { DeleteNavigationView } from './delete-navigation-view.js';
import { GetNavigationViews } from './get-navigation-views.js';
import { NavigationViewsController } from './navigation-views.controller.js';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { UpdateNavigationView } from './update-navigation-view.js';

@Module({
  controllers: [NavigationViewsController],
  providers: [CreateNavigationView, DeleteNavigationView, GetNavigationViews, NavigationViewsRepository, UpdateNavigationView],
})
export class NavigationViewsModule {}
