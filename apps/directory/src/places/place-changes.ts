import { Injectable } from '@nestjs/common';
import { type Place, placeChanged } from '@parley/contracts/directory';
import { Database, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { PlacesRepository } from './places.repository.js';

/** What a change returns: its answer, and the place that it changed, if it changed one. */
export interface Change<T> {
  readonly answer: T;
  readonly changed?: Pick<Place, 'stringId' | 'organizationId'>;
}

/** Changes places one after the other. Each change has a number, and is announced after its commit. */
@Injectable()
export class PlaceChanges {
  constructor(
    private readonly database: Database,
    private readonly places: PlacesRepository,
    private readonly bus: Bus,
  ) {}

  async make<T>(work: (tx: Tx) => Promise<Change<T>>): Promise<T> {
    const made = await this.database.transaction(async (tx) => {
      await this.places.lock(tx);
      const { answer, changed } = await work(tx);
      return changed === undefined ? { answer } : { answer, announced: { ...only(changed), version: await this.places.nextVersion(tx) } };
    });
    if (made.announced !== undefined) this.bus.publish(placeChanged, made.announced);
    return made.answer;
  }
}

function only({ stringId, organizationId }: Pick<Place, 'stringId' | 'organizationId'>) {
  return { stringId, organizationId };
}
