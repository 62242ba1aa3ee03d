import { Module } from '@nestjs/common';
import { CreatePlayground } from './create-playground.js';
import { DeletePlayground } from './delete-playground.js';
import { PlaygroundsController } from './playgrounds.controller.js';

@Module({
  controllers: [PlaygroundsController],
  providers: [CreatePlayground, DeletePlayground],
})
export class PlaygroundsModule {}
