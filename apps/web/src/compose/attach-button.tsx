import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { usePage } from '../workspace/context.js';

/** Chooses files for the message. */
export function AttachButton({ onChoose }: { readonly onChoose: (files: Iterable<File>) => void }) {
  const { texts } = usePage();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={texts.of('attachFiles')}
        onChange={({ target }) => {
          onChoose(target.files ?? []);
          target.value = '';
        }}
      />
      <Button className="icon-button" aria-label={texts.of('attachFiles')} onPress={() => picker.current?.click()}>
        <span aria-hidden="true">📎</span>
      </Button>
    </>
  );
}
