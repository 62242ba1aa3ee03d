import { Store } from '@parley/client';
import { type Address, addressOf, isSamePlace, type Place, pathOf, withoutReader } from './place.js';

/** Where the reader is: the address of the page. */
export class Navigation {
  readonly store = new Store<Address>(addressOf(location.pathname, location.search));
  /** Undefined before the sign-in. */
  private readerId: number | undefined;

  /** Follows the buttons of the browser. Returns what ends it. */
  follow(): () => void {
    const read = () => this.store.update(() => this.asRead(addressOf(location.pathname, location.search)));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }

  /** Replaces an address that is none of a place, such as that of the sign-in page, and one that names the reader. */
  begin(readerId: number): void {
    this.readerId = readerId;
    const address = this.store.get();
    const read = this.asRead(address);
    if (read.place === address.place && location.pathname.startsWith('/app')) return;
    history.replaceState(null, '', pathTo(read));
    this.store.update(() => read);
  }

  /** A conversation got another address. Its reader goes with it. */
  moved(from: Place, to: Place): void {
    if (isSamePlace(this.store.get().place, from)) this.go(to);
  }

  go(place: Place, near?: number): void {
    const address = this.asRead({ place, ...(near !== undefined && { near }) });
    const path = pathTo(address);
    if (path !== `${location.pathname}${location.search}`) history.pushState(null, '', path);
    this.store.update(() => address);
  }

  private asRead(address: Address): Address {
    return this.readerId === undefined ? address : { ...address, place: withoutReader(address.place, this.readerId) };
  }
}

function pathTo({ place, near }: Address): string {
  return `${pathOf(place)}${near === undefined ? '' : `?near=${near}`}`;
}
