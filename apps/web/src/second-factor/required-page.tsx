import { Client, cookieCredential } from '@parley/client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { loadPart } from '../failure/load-part.js';
import { ProofForm } from '../session/proof-form.js';
import { type AskedProof, Proofs, ProvingCaller } from '../session/proofs.js';
import type { Session } from '../session/session.js';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import type { Texts } from '../texts/texts.js';
import { useStore } from '../workspace/context.js';

const TotpSetup = lazy(loadPart(() => import('./totp-setup.js')));
const same = (asked: AskedProof | undefined) => asked;

interface RequiredPageProps {
  readonly texts: Texts;
  readonly session: Session;
  readonly onDone: () => void;
  readonly onSignOut: () => void;
}

/** The organization requires a second factor, and the reader has none: nothing else is possible until they set one up. */
export default function RequiredPage({ texts, session, onDone, onSignOut }: RequiredPageProps) {
  const [proofs] = useState(() => new Proofs());
  const client = useMemo(() => {
    const plain = new Client({ baseUrl: '', apiPath: '/json', credential: cookieCredential(() => session.csrfToken) });
    return new ProvingCaller(plain, proofs);
  }, [proofs, session]);
  const words = texts.part(secondFactorTexts);
  const asked = useStore(proofs.asked, same);
  return (
    <main className="sign-in">
      <h1>{words.of('secondFactorRequired')}</h1>
      <p>{words.of('secondFactorExplained')}</p>
      {asked !== undefined && <ProofForm texts={texts} session={session} methods={asked.methods} onProved={() => asked.resolve(true)} />}
      <Suspense fallback={<p>{texts.of('loading')}</p>}>
        <TotpSetup texts={texts} client={client} onDone={onDone} />
      </Suspense>
      <Button className="plain-button" onPress={onSignOut}>
        {texts.of('signOut')}
      </Button>
    </main>
  );
}
