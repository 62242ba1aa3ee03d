import { listInvitations } from '@parley/contracts/invitations';
import { useState } from 'react';
import { AnswerState } from '../dialogs/answer-state.js';
import { PageDialog } from '../dialogs/page-dialog.js';
import { invitationTexts } from '../texts/parts/invitation-texts.js';
import { usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';
import { InvitationEntry } from './invitation-entry.js';
import { InvitationForm } from './invitation-form.js';

/** Invites people, and lists the invitations that can still be accepted. */
export default function InvitationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = usePage();
  const words = useWords(invitationTexts);
  const [reads, setReads] = useState(0);
  const answer = useAnswer(() => workspace.client.call(listInvitations, {}), reads);
  const readAgain = () => setReads((times) => times + 1);
  const invitations = answer.value?.invites ?? [];
  return (
    <PageDialog title={words.of('invite')} onClose={onClose}>
      <InvitationForm onInvited={readAgain} />
      <section>
        <h3>{words.of('open')}</h3>
        <AnswerState answer={answer} />
        {answer.value !== undefined && invitations.length === 0 && <p>{words.of('noneOpen')}</p>}
        <ul className="card-list" aria-label={words.of('open')}>
          {invitations.map((invitation) => (
            <InvitationEntry key={`${invitation.is_multiuse} ${invitation.id}`} invitation={invitation} onChanged={readAgain} />
          ))}
        </ul>
      </section>
    </PageDialog>
  );
}
