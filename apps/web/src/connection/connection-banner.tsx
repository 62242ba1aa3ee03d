import { useSyncExternalStore } from 'react';
import { Button } from 'react-aria-components/Button';
import { useOrganization, usePage } from '../workspace/context.js';

function followDevice(listener: () => void): () => void {
  const end = new AbortController();
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: end.signal });
  return () => end.abort();
}

/** Says when what is shown may not be current. Nothing while all is well. */
export function ConnectionBanner() {
  const { texts, workspace } = usePage();
  const connection = useOrganization(({ connection: { kind } }) => kind);
  // A poll that is under way may notice the break only at its deadline. The device knows at once.
  const kind = useSyncExternalStore(followDevice, () => navigator.onLine) ? connection : 'offline';
  const title = { connecting: 'connecting', 'catching-up': 'catchingUp', offline: 'offline' } as const;
  const text = kind === 'connected' || kind === 'stopped' ? '' : texts.of(title[kind]);
  return (
    <div role="status" className={text === '' ? 'banner is-empty' : `banner ${kind}`}>
      {text}
      {kind === 'offline' && (
        <Button className="plain-button" onPress={() => workspace.wake()}>
          {texts.of('retryNow')}
        </Button>
      )}
    </div>
  );
}
