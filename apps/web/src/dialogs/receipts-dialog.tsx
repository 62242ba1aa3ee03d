import { user } from '@parley/client';
import { getReadReceipts } from '@parley/contracts/messaging';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { AnswerState } from './answer-state.js';
import { PageDialog } from './page-dialog.js';

/** Who has read a message. */
export default function ReceiptsDialog({ messageId, onClose }: { readonly messageId: number; readonly onClose: () => void }) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const answer = useAnswer(() => workspace.client.call(getReadReceipts, { message_id: messageId }), messageId);
  const { compare } = new Intl.Collator(texts.language);
  const people = (answer.value?.user_ids ?? []).map((id) => ({ id, name: user(state, id).full_name }));
  people.sort((a, b) => compare(a.name, b.name));
  return (
    <PageDialog title={texts.of('readReceipts')} onClose={onClose}>
      <AnswerState answer={answer} />
      {answer.value !== undefined && <p role="status">{texts.count('readBy', people.length)}</p>}
      <ul className="people">
        {people.map(({ id, name }) => (
          <li key={id} dir="auto">
            <Avatar userId={id} />
            {name}
          </li>
        ))}
      </ul>
    </PageDialog>
  );
}
