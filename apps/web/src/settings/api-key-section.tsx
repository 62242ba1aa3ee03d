import { fetchApiKey, regenerateApiKey } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

/** The API key, for other apps and programs. The page has it only while it is shown, after the password. */
export function ApiKeySection() {
  const { workspace, texts } = usePage();
  const { client, session } = workspace;
  const words = useWords(settingsTexts);
  const work = useWork();
  const [password, setPassword] = useState('');
  const [key, setKey] = useState<string>();
  const read = async () => (await client.call(fetchApiKey, { username: session.email, password })).api_key;
  const show = (event: FormEvent) => {
    event.preventDefault();
    work.run(read, (shown) => {
      setKey(shown);
      setPassword('');
    });
  };
  const replace = () => {
    work.run(async () => (await client.call(regenerateApiKey, {})).api_key, setKey, words.of('keyReplaced'));
  };
  return (
    <section>
      <h3>{words.of('apiKey')}</h3>
      <p className="notes">{words.of('apiKeyMeaning')}</p>
      {key === undefined ? (
        <form onSubmit={show}>
          <label>
            {texts.of('password')}
            <input
              type="password"
              required
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </label>
          <Button type="submit" className="main-button" isDisabled={password === ''}>
            {words.of('showKey')}
          </Button>
        </form>
      ) : (
        <>
          <p>
            <code className="api-key">{key}</code>
          </p>
          <Button className="plain-button" onPress={replace}>
            {words.of('replaceKey')}
          </Button>
          <Button className="plain-button" onPress={() => setKey(undefined)}>
            {words.of('hideKey')}
          </Button>
          <p className="notes">{words.of('replaceMeaning')}</p>
        </>
      )}
      <WorkState work={work} />
    </section>
  );
}
