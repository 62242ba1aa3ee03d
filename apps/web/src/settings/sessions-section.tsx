import { endOtherSessions, endSession, listSessions } from '@parley/contracts/organization';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { AnswerState } from '../dialogs/answer-state.js';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';
import { SessionName } from './session-name.js';

/** Browsers in which the person is signed in. Another one can be signed out. */
export function SessionsSection() {
  const { workspace, texts, report } = usePage();
  const { client } = workspace;
  const words = useWords(settingsTexts);
  const [reads, setReads] = useState(0);
  const answer = useAnswer(() => client.call(listSessions, {}), reads);
  const readAgain = () => setReads((times) => times + 1);
  const sessions = answer.value?.sessions ?? [];
  return (
    <section>
      <h3>{texts.of('sessions')}</h3>
      <AnswerState answer={answer} />
      <ul className="sessions">
        {sessions.map(({ id, browser: system, name, created_at, last_used_at, is_current }) => {
          const browser = name === null ? system : `${name} (${system})`;
          const began = texts.moment(created_at);
          return (
            <li key={id}>
              <span dir="auto">
                {browser}
                <span className="notes"> {is_current ? texts.of('thisSession') : texts.of('signedInAt', { time: began })}</span>
                {!is_current && <span className="notes"> {words.of('sessionUsedAt', { time: texts.moment(last_used_at) })}</span>}
              </span>
              <SessionName id={id} browser={browser} name={name} onNamed={readAgain} />
              {!is_current && (
                <Button
                  className="plain-button"
                  aria-label={texts.of('endSessionOf', { browser, time: began })}
                  onPress={() => {
                    client.call(endSession, { session_id: id }).then(readAgain, report);
                  }}
                >
                  {texts.of('signOut')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          className="plain-button"
          onPress={() => {
            client.call(endOtherSessions, {}).then(readAgain, report);
          }}
        >
          {texts.of('endOtherSessions')}
        </Button>
      )}
    </section>
  );
}
