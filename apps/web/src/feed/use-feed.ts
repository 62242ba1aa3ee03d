import { useEffect, useState } from 'react';
import type { Address } from '../places/place.js';
import { pathOf } from '../places/place.js';
import { usePage } from '../workspace/context.js';
import { Feed } from './feed.js';

/** The feed of a place. Another one for each address. */
export function useFeed(address: Address): Feed | undefined {
  const { workspace, report } = usePage();
  const [feed, setFeed] = useState<Feed>();
  const key = `${pathOf(address.place)} ${address.near ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the address
  useEffect(() => {
    const opened = new Feed(workspace, address);
    opened.start(report);
    setFeed(opened);
    return () => opened.stop();
  }, [workspace, key]);
  return feed;
}
