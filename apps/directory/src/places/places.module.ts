import { Module } from '@nestjs/common';
import { AddCells } from './add-cells.js';
import { AnnounceVersion } from './announce-version.js';
import { ChangePlace } from './change-place.js';
import { PlaceChanges } from './place-changes.js';
import { PlacesController } from './places.controller.js';
import { PlacesRepository } from './places.repository.js';
import { ReleasePlace } from './release-place.js';
import { RemovePlace } from './remove-place.js';
import { ReservePlace } from './reserve-place.js';
import { SettlePlace } from './settle-place.js';

@Module({
  controllers: [PlacesController],
  providers: [AddCells, AnnounceVersion, ChangePlace, PlaceChanges, PlacesRepository, ReleasePlace, RemovePlace, ReservePlace, SettlePlace],
  exports: [PlaceChanges, PlacesRepository],
})
export class PlacesModule {}
