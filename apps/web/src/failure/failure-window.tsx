import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Texts } from '../texts/texts.js';
import { FailureNotice } from './failure-notice.js';

interface FailureWindowProps {
  readonly error: unknown;
  readonly texts: Texts;
  readonly mayReload: () => boolean;
  readonly onClose: () => void;
}

/** A window that could not be loaded. It needs no further part of the page: browsers hold the focus in it by themselves. */
export function FailureWindow({ error, texts, mayReload, onClose }: FailureWindowProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="modal dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{texts.of('failureTitle')}</h2>
      <FailureNotice error={error} texts={texts} mayReload={mayReload} />
      <Button className="plain-button" onPress={onClose}>
        {texts.of('close')}
      </Button>
    </dialog>
  );
}
