import { useEffect } from 'react';
import { usePage } from '../workspace/context.js';
import { PartNotLoadedError } from './load-part.js';
import { reloadOnce } from './reload-once.js';

/** Tells the reader at the bottom of the page about a part that could not be shown. */
export function ReportedFailure({ error, onReported }: { readonly error: unknown; readonly onReported: () => void }) {
  const { texts, report, workspace } = usePage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    const isMissing = error instanceof PartNotLoadedError;
    if (isMissing && workspace.isKept) void reloadOnce();
    report(isMissing ? new Error(texts.of('partNotLoaded'), { cause: error }) : error);
    onReported();
  }, [error]);
  return null;
}
