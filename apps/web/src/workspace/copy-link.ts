import { type Place, pathOf, withReader } from '../places/place.js';
import type { PageContext } from './context.js';

/** Puts the address of a place, or of a message there, into the clipboard, as others can use it. */
export function copyLinkTo({ report, workspace }: Pick<PageContext, 'report' | 'workspace'>, place: Place, near?: number): void {
  const path = `${pathOf(withReader(place, workspace.session.userId))}${near === undefined ? '' : `?near=${near}`}`;
  // Only pages over TLS have a clipboard.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(`${location.origin}${path}`))
    .catch(report);
}
