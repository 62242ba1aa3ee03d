import { Button } from 'react-aria-components/Button';
import type { Texts } from '../texts/texts.js';
import { PartNotLoadedError } from './load-part.js';

/** What happened instead of a part of the page, and the way out. */
export function FailureNotice({ error, texts }: { readonly error: unknown; readonly texts: Texts }) {
  return (
    <>
      <p role="alert">{texts.of(error instanceof PartNotLoadedError ? 'partNotLoaded' : 'partFailed')}</p>
      <Button className="main-button" onPress={() => location.reload()}>
        {texts.of('reload')}
      </Button>
    </>
  );
}
