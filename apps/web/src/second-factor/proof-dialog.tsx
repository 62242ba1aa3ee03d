import { PageDialog } from '../dialogs/page-dialog.js';
import { ProofForm } from '../session/proof-form.js';
import type { AskedProof } from '../session/proofs.js';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';

/** Shown while a call waits for the reader to prove that it is them. */
export default function ProofDialog({ asked }: { readonly asked: AskedProof }) {
  const { workspace, texts } = usePage();
  const words = useWords(secondFactorTexts);
  return (
    <PageDialog title={words.of('isItYou')} onClose={() => asked.resolve(false)}>
      <ProofForm texts={texts} session={workspace.session} methods={asked.methods} onProved={() => asked.resolve(true)} />
    </PageDialog>
  );
}
