import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { removePlace } from '@parley/contracts/directory';
import { PlaceChanges } from './place-changes.js';
import { PlacesRepository } from './places.repository.js';

@Injectable()
export class RemovePlace {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
  ) {}

  execute({ organizationId, cell }: InputOf<typeof removePlace>): Promise<OutputOf<typeof removePlace>> {
    return this.changes.make(async (tx) => {
      const place = await this.places.placeOfOrganization(tx, organizationId);
      if (place?.state !== 'active' || place.cell !== cell) return { answer: {} };
      await this.places.remove(tx, place.stringId);
      return { answer: {}, changed: place };
    });
  }
}
