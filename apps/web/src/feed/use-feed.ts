import { useEffect, useState } from 'react';
import { type Address, narrowAt, pathOf } from '../places/place.js';
import { useOrganization, usePage } from '../workspace/context.js';
import { Feed } from './feed.js';

/** The feed of a place. Another one for each address. */
export function useFeed(address: Address): { readonly feed?: Feed; readonly unknown?: string } {
  const { workspace, report } = usePage();
  const [opened, setOpened] = useState<ReturnType<typeof useFeed>>({});
  // Names in a search can be read when there is a registration.
  const isReadable = useOrganization(({ registrations }) => registrations > 0) || address.place.kind !== 'search';
  const key = `${pathOf(address.place)} ${address.near ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the address
  useEffect(() => {
    setOpened({});
    if (!isReadable) return;
    const read = narrowAt(address.place, workspace.organization.store.get().state, workspace.session.userId);
    if ('unknown' in read) return setOpened(read);
    const feed = new Feed(workspace, address, read.narrow);
    feed.start(report);
    setOpened({ feed });
    return () => feed.stop();
  }, [workspace, key, isReadable]);
  return opened;
}
