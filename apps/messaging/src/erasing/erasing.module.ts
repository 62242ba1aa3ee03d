import { Module } from '@nestjs/common';
import { ErasePersonalMessages } from './erase-personal-messages.js';
import { ErasingController } from './erasing.controller.js';

@Module({ controllers: [ErasingController], providers: [ErasePersonalMessages] })
export class ErasingModule {}
