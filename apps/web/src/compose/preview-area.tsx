import { lazy, Suspense } from 'react';
import { Button } from 'react-aria-components/Button';
import { ErrorBoundary } from '../failure/error-boundary.js';
import { loadPart } from '../failure/load-part.js';
import { ReportedFailure } from '../failure/reported-failure.js';
import { usePage } from '../workspace/context.js';

// Loaded when it is needed.
const Preview = lazy(loadPart(() => import('./preview.js')));

/** The preview above the text, and the way back. */
export function PreviewArea({ text, onEnd }: { readonly text: string; readonly onEnd: () => void }) {
  const { texts } = usePage();
  return (
    <>
      <ErrorBoundary fallback={(error) => <ReportedFailure error={error} onReported={onEnd} />}>
        <Suspense fallback={null}>
          <Preview text={text} />
        </Suspense>
      </ErrorBoundary>
      <Button className="plain-button" onPress={onEnd}>
        {texts.of('backToWriting')}
      </Button>
    </>
  );
}
