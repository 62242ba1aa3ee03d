import { Module } from '@nestjs/common';
import { PlacesModule } from '../places/places.module.js';
import { BeginMove } from './begin-move.js';
import { CancelMove } from './cancel-move.js';
import { EndMove } from './end-move.js';
import { MovesController } from './moves.controller.js';
import { MovesRepository } from './moves.repository.js';
import { NoteMoveStep } from './note-move-step.js';

@Module({
  imports: [PlacesModule],
  controllers: [MovesController],
  providers: [BeginMove, CancelMove, EndMove, MovesRepository, NoteMoveStep],
  exports: [MovesRepository],
})
export class MovesModule {}
