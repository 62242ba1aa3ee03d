import { Module } from '@nestjs/common';
import { ErasePersonalTopics } from './erase-personal-topics.js';
import { ErasingController } from './erasing.controller.js';

@Module({ controllers: [ErasingController], providers: [ErasePersonalTopics] })
export class ErasingModule {}
