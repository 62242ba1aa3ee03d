import { ApiError } from '@parley/client';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import type { Texts } from '../texts/texts.js';
import { FormEnd } from './form-end.js';
import { finishSignIn, type Session } from './session.js';

interface SecondStepProps {
  readonly texts: Texts;
  readonly stepToken: string;
  readonly onSignedIn: (session: Session) => void;
  /** The step is over. `reason`: why, if not because the reader wants to. */
  readonly onEnd: (reason?: string) => void;
}

/** The code of an authenticator app, or a recovery code, after the right password. */
export default function SecondStep({ texts, stepToken, onSignedIn, onEnd }: SecondStepProps) {
  const words = texts.part(secondFactorTexts);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const failed = (reason: unknown) => {
    if (reason instanceof ApiError && reason.code === 'SIGN_IN_STEP_ENDED') onEnd(words.of('stepEnded'));
    else setError(reasonForCode(reason, texts));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setError(undefined);
    setBusy(true);
    finishSignIn(stepToken, code)
      .then(onSignedIn, failed)
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <p>{words.of('enterCode')}</p>
      <label>
        {words.of('code')}
        {/* biome-ignore lint/a11y/noAutofocus: the reader has just asked for this step */}
        <input name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} required autoFocus />
      </label>
      <FormEnd error={error} isBusy={isBusy} label={texts.of('signIn')} />
      <Button className="plain-button" onPress={() => onEnd()}>
        {texts.of('cancel')}
      </Button>
    </form>
  );
}

export function reasonForCode(error: unknown, texts: Texts): string {
  const words = texts.part(secondFactorTexts);
  if (!(error instanceof ApiError) || error.status >= 500) return texts.of('noConnection');
  if (error.code === 'SECOND_FACTOR_WRONG') return words.of('wrongCode');
  if (error.code === 'AUTHENTICATION_FAILED') return words.of('wrongOwnPassword');
  return error.code === 'RATE_LIMIT_HIT' ? texts.of('tooManyAttempts') : error.message;
}
