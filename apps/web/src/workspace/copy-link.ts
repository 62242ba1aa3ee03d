import { type Place, pathOf } from '../places/place.js';
import type { PageContext } from './context.js';

/** Puts the address of a place, or of a message there, into the clipboard. */
export function copyLinkTo({ report }: Pick<PageContext, 'report'>, place: Place, near?: number): void {
  const path = `${pathOf(place)}${near === undefined ? '' : `?near=${near}`}`;
  // Only pages over TLS have a clipboard.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(`${location.origin}${path}`))
    .catch(report);
}
