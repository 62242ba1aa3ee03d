import { ApiError } from '@parley/client';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { loadPart } from '../failure/load-part.js';
import type { TextKey, Texts } from '../texts/texts.js';
import { FormEnd } from './form-end.js';
import { type Session, signIn } from './session.js';
import { SignInMethods } from './sign-in-methods.js';

// Loaded when it is needed.
const SecondStep = lazy(loadPart(() => import('./second-step.js')));

interface SignInPageProps {
  readonly texts: Texts;
  /** Why the page is shown, if not because the reader is not signed in. */
  readonly notice: TextKey | undefined;
  readonly onSignedIn: (session: Session) => void;
}

export function SignInPage({ texts, notice, onSignedIn }: SignInPageProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [stepToken, setStepToken] = useState<string>();
  const [email] = useState(emailInAddress);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setError(undefined);
    setBusy(true);
    signIn(String(fields.get('username')), String(fields.get('password')))
      .then(onSignedIn, (reason: unknown) => {
        const next = stepTokenIn(reason);
        if (next === undefined) setError(reasonFor(reason, texts));
        else setStepToken(next);
      })
      .finally(() => setBusy(false));
  };
  const endStep = (reason?: string) => {
    setStepToken(undefined);
    setError(reason);
  };
  if (stepToken !== undefined)
    return (
      <main className="sign-in">
        <h1>{texts.of('signInTo', { name: location.hostname })}</h1>
        <Suspense fallback={<p>{texts.of('loading')}</p>}>
          <SecondStep texts={texts} stepToken={stepToken} onSignedIn={onSignedIn} onEnd={endStep} />
        </Suspense>
      </main>
    );
  return (
    <main className="sign-in">
      <h1>{texts.of('signInTo', { name: location.hostname })}</h1>
      {notice !== undefined && <p role="status">{texts.of(notice)}</p>}
      <form onSubmit={submit}>
        <label>
          {texts.of('email')}
          <input name="username" type="email" autoComplete="username" required defaultValue={email} />
        </label>
        <label>
          {texts.of('password')}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <FormEnd error={error} isBusy={isBusy} label={texts.of('signIn')} />
      </form>
      <SignInMethods texts={texts} />
      <p>
        <a href="/accounts/password/reset">{texts.of('forgotPassword')}</a>
      </p>
    </main>
  );
}

/** Pages of the gateway lead here with `#email=ann%40example.com`. */
function emailInAddress(): string {
  return new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('email') ?? '';
}

/** The password is right, and the account has a second factor. */
function stepTokenIn(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { step_token: token } = error.fields;
  return typeof token === 'string' ? token : undefined;
}

function reasonFor(error: unknown, texts: Texts): string {
  if (!(error instanceof ApiError)) return texts.of('noConnection');
  if (error.code === 'AUTHENTICATION_FAILED') return texts.of('wrongPassword');
  if (error.code === 'RATE_LIMIT_HIT') return texts.of('tooManyAttempts');
  return error.status >= 500 ? texts.of('noConnection') : error.message;
}
