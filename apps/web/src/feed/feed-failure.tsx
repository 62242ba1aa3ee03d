import { Button } from 'react-aria-components/Button';
import { usePage, useStore } from '../workspace/context.js';
import type { Feed } from './feed.js';

const everything = <T,>(value: T): T => value;

/** Why messages could not be loaded, with the button that tries again. */
export function FeedFailure({ feed }: { readonly feed: Feed }) {
  const { texts } = usePage();
  const failure = useStore(feed.failure, everything);
  if (failure === undefined) return null;
  return (
    <div className="feed-start" role="alert">
      {texts.of('failed', { reason: failure instanceof Error ? failure.message : String(failure) })}{' '}
      <Button className="plain-button" onPress={() => feed.retry()}>
        {texts.of('tryAgain')}
      </Button>
    </div>
  );
}
