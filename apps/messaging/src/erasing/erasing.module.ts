import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module.js';
import { ErasePersonalMessages } from './erase-personal-messages.js';
import { ErasingController } from './erasing.controller.js';

@Module({ imports: [ExportsModule], controllers: [ErasingController], providers: [ErasePersonalMessages] })
export class ErasingModule {}
