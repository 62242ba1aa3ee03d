import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { releasePlace } from '@parley/contracts/directory';
import { PlaceChanges } from './place-changes.js';
import { PlacesRepository } from './places.repository.js';

@Injectable()
export class ReleasePlace {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
  ) {}

  execute({ stringId, cell }: InputOf<typeof releasePlace>): Promise<OutputOf<typeof releasePlace>> {
    return this.changes.make(async (tx) => {
      const place = await this.places.placeOf(tx, stringId);
      if (place?.state !== 'creating' || place.cell !== cell) return { answer: {} };
      await this.places.remove(tx, stringId);
      return { answer: {}, changed: place };
    });
  }
}
