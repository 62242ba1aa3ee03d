import { Module } from '@nestjs/common';
import { NavigationViewsModule } from '../navigation-views/navigation-views.module.js';
import { SavedSnippetsModule } from '../saved-snippets/saved-snippets.module.js';
import { ReadRegisterPart } from './read-register-part.js';
import { RegisterController } from './register.controller.js';

@Module({
  imports: [NavigationViewsModule, SavedSnippetsModule],
  controllers: [RegisterController],
  providers: [ReadRegisterPart],
})
export class RegisterModule {}
