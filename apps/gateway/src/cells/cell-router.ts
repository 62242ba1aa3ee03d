import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type Visitor } from '@parley/contracts';
import type { Place } from '@parley/contracts/directory';
import { OrganizationAddresses } from '@parley/runtime';
import { type Cell, Cells } from './cells.js';
import { OrganizationPlaces, type Soon } from './organization-places.js';

/** The cells to which a request belongs. */
export interface Destination {
  /** More than one: the host names no organization, so the cell that accepts the request is the right one. */
  readonly cells: readonly Cell[];
  /** Of the organization, if there are several cells. */
  readonly place?: Place;
}

/** Finds the cell of an organization. With one cell it asks nothing and waits for nothing. */
@Injectable()
export class CellRouter {
  private readonly first: Destination;
  private readonly every: Destination;

  constructor(
    private readonly cells: Cells,
    private readonly places: OrganizationPlaces,
    private readonly addresses: OrganizationAddresses,
  ) {
    this.first = { cells: cells.all.slice(0, 1) };
    this.every = { cells: cells.all };
  }

  get hasSeveralCells(): boolean {
    return this.cells.areSeveral;
  }

  get everyCell(): readonly Cell[] {
    return this.cells.all;
  }

  /** @throws `unavailable` if it is not known and the directory is away, `unknownOrganization` */
  ofOrganization(organizationId: number): Soon<Destination> {
    if (!this.cells.areSeveral) return this.first;
    return after(this.places.ofOrganization(organizationId), (place) => {
      if (place === undefined) throw apiErrors.unknownOrganization();
      return this.at(place);
    });
  }

  /** @throws `unavailable` if it is not known and the directory is away */
  ofHost(host: string): Soon<Destination> {
    if (!this.cells.areSeveral) return this.first;
    const named = this.addresses.read(host);
    if (named.kind === 'bare') return this.every;
    // The first cell refuses what exists nowhere.
    if (named.kind === 'unknown') return this.first;
    return after(this.places.named(named.stringId), (place) => (place === undefined ? this.first : this.at(place)));
  }

  of(who: Caller | Visitor): Soon<Destination> {
    return 'organizationId' in who ? this.ofOrganization(who.organizationId) : this.ofHost(who.host);
  }

  /** Where the organization lives now, if its cell says that it is not there and the directory names another one. */
  async movedFrom({ place }: Destination): Promise<Destination | undefined> {
    const now = place === undefined ? undefined : await this.places.reread(place.stringId);
    return now === undefined || now.cell === place?.cell ? undefined : this.at(now);
  }

  private at(place: Place): Destination {
    return { cells: [this.cells.called(place.cell)], place };
  }
}

function after<T, R>(value: Soon<T>, then: (value: T) => R): Soon<R> {
  return value instanceof Promise ? value.then(then) : then(value);
}
