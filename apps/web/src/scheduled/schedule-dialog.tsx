import type { NewMessage } from '@parley/client';
import { scheduleMessage } from '@parley/contracts/messaging';
import { TimeChoice } from '../compose/time-choice.js';
import { PageDialog } from '../dialogs/page-dialog.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { scheduledParams } from './scheduled-params.js';

interface ScheduleDialogProps {
  readonly message: NewMessage;
  readonly onScheduled: () => void;
  readonly onClose: () => void;
}

/** Asks when to send. The draft stays until the server has the message. */
export default function ScheduleDialog({ message, onScheduled, onClose }: ScheduleDialogProps) {
  const { workspace } = usePage();
  const words = useWords(composeTexts);
  const work = useWork();
  const schedule = (time: Date) => {
    const params = { ...scheduledParams(message), scheduled_delivery_timestamp: Math.floor(time.getTime() / 1_000) };
    work.run(() => workspace.client.call(scheduleMessage, params), onScheduled);
  };
  return (
    <PageDialog title={words.of('sendLater')} onClose={onClose}>
      <TimeChoice action={words.of('schedule')} onChoose={schedule} />
      <WorkState work={work} />
    </PageDialog>
  );
}
