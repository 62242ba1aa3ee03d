import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module.js';
import { PreviewWelcome } from './preview-welcome.js';
import { WelcomeController } from './welcome.controller.js';

@Module({ imports: [NoticesModule], controllers: [WelcomeController], providers: [PreviewWelcome] })
export class WelcomeModule {}
