import { NoAnswerError } from '@parley/client';
import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Texts } from '../texts/texts.js';
import { usePage, useStore } from '../workspace/context.js';
import { FileTooLargeError } from '../workspace/send-file.js';
import type { Upload } from '../workspace/uploads.js';

/** The files that are on their way to a draft. */
export function useUploads(draft: string): readonly Upload[] {
  const { workspace } = usePage();
  return useStore(workspace.uploads.store, everything).filter((upload) => upload.draft === draft);
}

const everything = <T,>(value: T): T => value;

export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads">
      {uploads.map((upload) => (
        <li key={upload.id}>
          <UploadEntry upload={upload} />
        </li>
      ))}
    </ul>
  );
}

function UploadEntry({ upload: { id, file, status, loaded, error } }: { readonly upload: Upload }) {
  const { workspace, texts } = usePage();
  const { uploads } = workspace;
  const label = texts.of('uploading', { name: file.name });
  return (
    <>
      <span className="upload-name" dir="auto">
        {file.name}
      </span>
      {status === 'failed' ? (
        <>
          <span role="alert" className="error">
            {texts.of('notUploaded', { reason: reasonFor(error, texts) })}
          </span>
          <Button className="plain-button" onPress={() => uploads.retry(id)}>
            {texts.of('tryAgain')}
          </Button>
        </>
      ) : (
        <progress aria-label={label} max={Math.max(1, file.size)} value={loaded} />
      )}
      <Button className="icon-button" aria-label={texts.of('removeFile', { name: file.name })} onPress={() => uploads.discard(id)}>
        <span aria-hidden="true">✕</span>
      </Button>
    </>
  );
}

function reasonFor(error: unknown, texts: Texts): string {
  if (error instanceof FileTooLargeError) return texts.of('fileTooLarge', { limit: texts.number(error.mostMib) });
  if (error instanceof NoAnswerError) return texts.of('noConnection');
  return error instanceof Error ? error.message : String(error);
}

/** Files that are dropped anywhere on the page. Without it, the browser would leave the page and open the file. */
export function useDroppedFiles(add: (files: Iterable<File>) => void): void {
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      add(event.dataTransfer?.files ?? []);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, [add]);
}
