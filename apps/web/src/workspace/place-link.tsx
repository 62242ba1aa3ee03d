import type { ReactNode } from 'react';
import { type Place, pathOf } from '../places/place.js';
import { usePage } from './context.js';

interface PlaceLinkProps {
  readonly place: Place;
  readonly near?: number;
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link inside the page. It can be opened in another tab as any link. */
export function PlaceLink({ place, near, isCurrent = false, className, children }: PlaceLinkProps) {
  const { navigation } = usePage();
  const follow = (event: React.MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.go(place, near);
  };
  const path = `${pathOf(place)}${near === undefined ? '' : `?near=${near}`}`;
  return (
    <a href={path} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
