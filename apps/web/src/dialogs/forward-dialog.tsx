import type { MessageObject } from '@parley/contracts/messaging';
import { quoteMessage } from '../message/quote-message.js';
import { type Destination, destinationOf } from '../places/destination.js';
import { messageTexts } from '../texts/parts/message-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import RecipientDialog from './recipient-dialog.js';

interface ForwardDialogProps {
  readonly message: MessageObject;
  readonly onWrite: (there: Destination, text: string) => void;
  readonly onClose: () => void;
}

/** Asks where to, and begins a message there with a quote of this one. */
export default function ForwardDialog({ message, onWrite, onClose }: ForwardDialogProps) {
  const page = usePage();
  const words = useWords(messageTexts);
  return (
    <RecipientDialog
      title={words.of('forward')}
      isForPeople={false}
      onClose={onClose}
      onChoose={(place) => {
        const there = destinationOf(place);
        onClose();
        if (there !== undefined) quoteMessage(page, message).then((quote) => onWrite(there, quote), page.report);
      }}
    />
  );
}
