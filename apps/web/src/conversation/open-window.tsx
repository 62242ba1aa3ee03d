import { lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from '../failure/error-boundary.js';
import { FailureWindow } from '../failure/failure-window.js';
import { loadPart } from '../failure/load-part.js';
import type { Destination } from '../places/destination.js';
import { usePage, useStore } from '../workspace/context.js';

interface OpenWindowProps {
  /** Adds a text to the draft of a conversation, and goes there. */
  readonly onWrite: (there: Destination, text: string) => void;
}

// Loaded after the page is shown, before somebody opens a window.
const loadContent = loadPart(() => import('./window-content.js'));
const WindowContent = lazy(loadContent);
const everything = <T,>(value: T): T => value;

/** The window above the page, if one is open. */
export function OpenWindow({ onWrite }: OpenWindowProps) {
  const { windows, texts, workspace } = usePage();
  const open = useStore(windows.store, everything);
  useEffect(() => {
    // Another attempt follows when a window is opened.
    loadContent().catch(() => undefined);
  }, []);
  if (open === undefined) return null;
  const failed = (error: unknown) => (
    <FailureWindow error={error} texts={texts} mayReload={() => workspace.isKept} onClose={() => windows.close(open)} />
  );
  return (
    <ErrorBoundary about={open} fallback={failed}>
      <Suspense fallback={null}>
        <WindowContent open={open} onWrite={onWrite} />
      </Suspense>
    </ErrorBoundary>
  );
}
