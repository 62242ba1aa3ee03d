import { Store } from '@parley/client';
import { type Address, addressOf, isSamePlace, type Place, pathOf } from './place.js';

/** Where the reader is: the address of the page. */
export class Navigation {
  readonly store = new Store<Address>(addressOf(location.pathname, location.search));

  /** Follows the buttons of the browser. Returns what ends it. */
  follow(): () => void {
    const read = () => this.store.update(() => addressOf(location.pathname, location.search));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }

  /** Replaces an address that is none of a place, such as that of the sign-in page. */
  begin(): void {
    history.replaceState(null, '', pathOf(this.store.get().place));
  }

  /** A conversation got another address. Its reader goes with it. */
  moved(from: Place, to: Place): void {
    if (isSamePlace(this.store.get().place, from)) this.go(to);
  }

  go(place: Place, near?: number): void {
    const path = `${pathOf(place)}${near === undefined ? '' : `?near=${near}`}`;
    if (path !== `${location.pathname}${location.search}`) history.pushState(null, '', path);
    this.store.update(() => ({ place, ...(near !== undefined && { near }) }));
  }
}
