import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Texts } from '../texts/texts.js';
import { PartNotLoadedError } from './load-part.js';
import { reloadOnce } from './reload-once.js';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly texts: Texts;
  /** Whether another load of the page loses nothing. Then a missing part leads to one. */
  readonly mayReload?: () => boolean;
}

/** What happened instead of a part of the page, and the way out. */
export function FailureNotice({ error, texts, mayReload }: FailureNoticeProps) {
  const isMissing = error instanceof PartNotLoadedError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (isMissing && mayReload?.()) void reloadOnce();
  }, [error]);
  return (
    <>
      <p role="alert">{texts.of(isMissing ? 'partNotLoaded' : 'partFailed')}</p>
      <Button className="main-button" onPress={() => location.reload()}>
        {texts.of('reload')}
      </Button>
    </>
  );
}
