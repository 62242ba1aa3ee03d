import { PageDialog } from '../dialogs/page-dialog.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { useWords } from '../workspace/use-words.js';
import { TimeChoice } from './time-choice.js';
import { timeMarkdown } from './times.js';

interface TimeDialogProps {
  readonly onChosen: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Chooses a time for a message, which each reader sees in their own time zone. */
export default function TimeDialog({ onChosen, onClose }: TimeDialogProps) {
  const words = useWords(composeTexts);
  return (
    <PageDialog title={words.of('insertTime')} onClose={onClose}>
      <TimeChoice
        action={words.of('insert')}
        onChoose={(time) => {
          onClose();
          onChosen(timeMarkdown(time));
        }}
      />
    </PageDialog>
  );
}
