import { editScheduledMessage, type ScheduledMessageObject } from '@parley/contracts/messaging';
import { useState } from 'react';
import { TimeChoice } from '../compose/time-choice.js';
import { PageDialog } from '../dialogs/page-dialog.js';
import { EditDraft } from '../message/edit-draft.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

interface RescheduleDialogProps {
  readonly scheduled: ScheduledMessageObject;
  readonly onClose: () => void;
}

/** Changes the text and the time of a scheduled message. What was typed is there again after the end of a session. */
export default function RescheduleDialog({ scheduled, onClose }: RescheduleDialogProps) {
  const { workspace } = usePage();
  const words = useWords(composeTexts);
  const work = useWork();
  const { scheduled_message_id, scheduled_delivery_timestamp: due } = scheduled;
  const [draft] = useState(() => new EditDraft(workspace.drafts, `edit scheduled ${scheduled_message_id}`));
  const [content, setContent] = useState(() => draft.begin(scheduled.content));
  const change = (next: string) => {
    setContent(next);
    draft.keep(next);
  };
  const close = () => {
    draft.end();
    onClose();
  };
  const save = (time: Date) => {
    const params = { scheduled_message_id, content, scheduled_delivery_timestamp: Math.floor(time.getTime() / 1_000) };
    work.run(() => workspace.client.call(editScheduledMessage, params), close);
  };
  return (
    <PageDialog title={words.of('editScheduled')} onClose={close}>
      <label>
        {words.of('text')}
        <textarea
          dir="auto"
          rows={Math.min(8, content.split('\n').length + 1)}
          value={content}
          onChange={(event) => change(event.target.value)}
        />
      </label>
      <TimeChoice initial={new Date(due * 1_000)} action={words.of('schedule')} isDisabled={content.trim() === ''} onChoose={save} />
      <WorkState work={work} />
    </PageDialog>
  );
}
