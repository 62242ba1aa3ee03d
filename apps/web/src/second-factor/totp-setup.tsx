import type { Caller } from '@parley/client';
import { confirmTotp, startTotp } from '@parley/contracts/organization';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import type { Texts } from '../texts/texts.js';
import { RecoveryCodes } from './recovery-codes.js';

interface TotpSetupProps {
  readonly texts: Texts;
  readonly client: Caller;
  /** The app is set up, and the reader has seen the recovery codes. */
  readonly onDone: () => void;
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));

/** Shows the secret as a picture and as text, asks for a first code, and shows the recovery codes. */
export default function TotpSetup({ texts, client, onDone }: TotpSetupProps) {
  const words = texts.part(secondFactorTexts);
  const [setup, setSetup] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    client.call(startTotp, {}).then(
      (started) => isCurrent && setSetup(started),
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [client]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setError(undefined);
    setBusy(true);
    client
      .call(confirmTotp, { totp_code: code })
      .then(
        ({ recovery_codes }) => setCodes(recovery_codes),
        (reason: unknown) => setError(messageOf(reason)),
      )
      .finally(() => setBusy(false));
  };
  const failure = error !== undefined && (
    <p role="alert" className="error">
      {texts.of('failed', { reason: error })}
    </p>
  );
  if (codes !== undefined) return <RecoveryCodes texts={texts} codes={codes} onDone={onDone} />;
  if (setup === undefined) return failure || <p>{texts.of('loading')}</p>;
  return (
    <form className="totp-setup" onSubmit={submit}>
      <p>{words.of('scanCode')}</p>
      {/* Black on white in both themes: scanners need it. */}
      <QRCodeSVG value={setup.uri} size={200} marginSize={4} title={words.of('qrCode')} />
      <p>
        {words.of('enterSecret')} <code>{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <label>
        {words.of('firstCode')}
        <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
      </label>
      {failure}
      <Button type="submit" className="main-button" isDisabled={isBusy}>
        {words.of('confirm')}
      </Button>
    </form>
  );
}
