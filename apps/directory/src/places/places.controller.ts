import { Controller } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import {
  changePlace,
  findPlace,
  listCells,
  listPlaces,
  releasePlace,
  removePlace,
  reservePlace,
  setCell,
  settlePlace,
} from '@parley/contracts/directory';
import { Database } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { ChangePlace } from './change-place.js';
import { PlacesRepository } from './places.repository.js';
import { ReleasePlace } from './release-place.js';
import { RemovePlace } from './remove-place.js';
import { ReservePlace } from './reserve-place.js';
import { SettlePlace } from './settle-place.js';

const PAGE = 1_000;

@Controller()
export class PlacesController {
  constructor(
    private readonly database: Database,
    private readonly places: PlacesRepository,
    private readonly reserving: ReservePlace,
    private readonly settling: SettlePlace,
    private readonly releasing: ReleasePlace,
    private readonly changing: ChangePlace,
    private readonly removing: RemovePlace,
  ) {}

  @Serves(findPlace)
  findPlace({ params }: CallOf<typeof findPlace>) {
    return this.places.find(this.database.direct, params);
  }

  @Serves(listPlaces)
  async listPlaces({ params }: CallOf<typeof listPlaces>): Promise<OutputOf<typeof listPlaces>> {
    const places = await this.places.list(this.database.direct, params.after, PAGE);
    return { places, next: places.length < PAGE ? null : (places.at(-1)?.stringId ?? null) };
  }

  @Serves(listCells)
  async listCells(_call: CallOf<typeof listCells>): Promise<OutputOf<typeof listCells>> {
    return { cells: await this.places.cells(this.database.direct) };
  }

  @Serves(setCell)
  async setCell({ params: { name, ...changed } }: CallOf<typeof setCell>): Promise<OutputOf<typeof setCell>> {
    const isKnown = await this.places.setCell(this.database.direct, name, changed);
    return { outcome: isKnown ? 'changed' : 'unknown-cell' };
  }

  @Serves(reservePlace)
  reservePlace({ params }: CallOf<typeof reservePlace>) {
    return this.reserving.execute(params);
  }

  @Serves(settlePlace)
  settlePlace({ params }: CallOf<typeof settlePlace>) {
    return this.settling.execute(params);
  }

  @Serves(releasePlace)
  releasePlace({ params }: CallOf<typeof releasePlace>) {
    return this.releasing.execute(params);
  }

  @Serves(removePlace)
  removePlace({ params }: CallOf<typeof removePlace>) {
    return this.removing.execute(params);
  }

  @Serves(changePlace)
  changePlace({ params }: CallOf<typeof changePlace>) {
    return this.changing.execute(params);
  }
}
