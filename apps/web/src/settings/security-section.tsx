import { getSecondFactor, removeTotp, renewRecoveryCodes } from '@parley/contracts/organization';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { AnswerState } from '../dialogs/answer-state.js';
import { loadPart } from '../failure/load-part.js';
import { RecoveryCodes } from '../second-factor/recovery-codes.js';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import { usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';

const TotpSetup = lazy(loadPart(() => import('../second-factor/totp-setup.js')));

/** The second factor of the person: an authenticator app, and recovery codes. */
export function SecuritySection() {
  const { workspace, texts, report } = usePage();
  const words = useWords(secondFactorTexts);
  const { client } = workspace;
  const [reads, setReads] = useState(0);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const answer = useAnswer(() => client.call(getSecondFactor, {}), reads);
  const readAgain = () => {
    setSettingUp(false);
    setCodes(undefined);
    setReads((times) => times + 1);
  };
  const factor = answer.value;
  if (isSettingUp)
    return (
      <section>
        <h3>{words.of('security')}</h3>
        <Suspense fallback={<p>{texts.of('loading')}</p>}>
          <TotpSetup texts={texts} client={client} onDone={readAgain} />
        </Suspense>
        <Button className="plain-button" onPress={readAgain}>
          {texts.of('cancel')}
        </Button>
      </section>
    );
  return (
    <section>
      <h3>{words.of('security')}</h3>
      <AnswerState answer={answer} />
      {factor !== undefined && (
        <p>
          {factor.totp_set_up_at === null
            ? words.of('noSecondFactor')
            : words.of('secondFactorSince', { time: texts.moment(factor.totp_set_up_at) })}
        </p>
      )}
      {factor?.is_active === true && <p>{words.count('recoveryCodesLeft', factor.recovery_codes_left)}</p>}
      {codes !== undefined && <RecoveryCodes texts={texts} codes={codes} onDone={readAgain} />}
      {factor !== undefined && (
        <Button className="main-button" onPress={() => setSettingUp(true)}>
          {words.of(factor.is_active ? 'replaceApp' : 'setUpApp')}
        </Button>
      )}
      {factor?.is_active === true && (
        <>
          <Button
            className="plain-button"
            onPress={() => {
              client.call(renewRecoveryCodes, {}).then(({ recovery_codes }) => setCodes(recovery_codes), report);
            }}
          >
            {words.of('newRecoveryCodes')}
          </Button>
          <Button
            className="plain-button"
            onPress={() => {
              client.call(removeTotp, {}).then(readAgain, report);
            }}
          >
            {words.of('removeApp')}
          </Button>
        </>
      )}
    </section>
  );
}
