import { type FormEvent, useState } from 'react';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import type { Texts } from '../texts/texts.js';
import { FormEnd } from './form-end.js';
import { reasonForCode } from './second-step.js';
import { type ProofMethod, prove, type Session } from './session.js';

interface ProofFormProps {
  readonly texts: Texts;
  readonly session: Session;
  readonly methods: readonly ProofMethod[];
  readonly onProved: () => void;
}

/** Asks for the password, or for a code if the reader has a second factor. */
export function ProofForm({ texts, session, methods, onProved }: ProofFormProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const words = texts.part(secondFactorTexts);
  const isPassword = methods.includes('password');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const given = String(new FormData(event.currentTarget).get('proof'));
    setError(undefined);
    setBusy(true);
    prove(session, isPassword ? { password: given } : { code: given })
      .then(onProved, (reason: unknown) => setError(reasonForCode(reason, texts)))
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <p>{words.of(isPassword ? 'provePassword' : 'proveCode')}</p>
      <label>
        {isPassword ? texts.of('password') : words.of('code')}
        <input
          name="proof"
          type={isPassword ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : 'one-time-code'}
          required
          // biome-ignore lint/a11y/noAutofocus: the window has nothing else to enter
          autoFocus
        />
      </label>
      <FormEnd error={error} isBusy={isBusy} label={words.of('confirm')} />
    </form>
  );
}
