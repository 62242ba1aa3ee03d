import { type Destination, destinationOf } from '../places/destination.js';
import RecipientDialog from './recipient-dialog.js';

interface AddressDialogProps {
  readonly text: string;
  /** After the text is in the draft of a conversation. */
  readonly onAddressed: () => void;
  readonly onWrite: (there: Destination, text: string) => void;
  readonly onClose: () => void;
}

/** Chooses where a text goes that has no recipient yet. */
export default function AddressDialog({ text, onAddressed, onWrite, onClose }: AddressDialogProps) {
  return (
    <RecipientDialog
      isForPeople={false}
      onClose={onClose}
      onChoose={(place) => {
        const there = destinationOf(place);
        onClose();
        if (there === undefined) return;
        onWrite(there, text);
        onAddressed();
      }}
    />
  );
}
