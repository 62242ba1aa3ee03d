import { useEffect, useState } from 'react';
import { type Address, narrowAt, pathOf } from '../places/place.js';
import { useOrganization, usePage } from '../workspace/context.js';
import { Feed } from './feed.js';

interface Opened {
  readonly feed?: Feed;
  readonly unknown?: string;
}

/** The feed of a place. Another one for each address. */
export function useFeed(address: Address): Opened {
  const { workspace } = usePage();
  const [opened, setOpened] = useState<Opened & { readonly key: string }>();
  // Names in a search can be read when there is a registration.
  const isReadable = useOrganization(({ registrations }) => registrations > 0) || address.place.kind !== 'search';
  const key = `${pathOf(address.place)} ${address.near ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the address
  useEffect(() => {
    setOpened(undefined);
    if (!isReadable) return;
    const read = narrowAt(address.place, workspace.organization.store.get().state, workspace.session.userId);
    if ('unknown' in read) return setOpened({ key, ...read });
    const feed = new Feed(workspace, address, read.narrow);
    feed.start();
    setOpened({ key, feed });
    return () => feed.stop();
  }, [workspace, key, isReadable]);
  // In the first rendering at another address, the feed is still that of the address before.
  return opened?.key === key ? opened : NOTHING;
}

const NOTHING: Opened = {};
