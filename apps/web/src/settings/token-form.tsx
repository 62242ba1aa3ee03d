import { subscriptions } from '@parley/client';
import type { TokenScope } from '@parley/contracts';
import { createApiToken } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { tokenTexts } from '../texts/parts/token-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { isPossible, LIFETIMES, NEW_TOKEN, SCOPE_TITLES, tokenParams } from './token-choices.js';

/** The limit of the server. */
const LONGEST_NAME = 60;

/** Makes a token. The page has it only while it is shown, once. */
export function TokenForm({ onMade }: { readonly onMade: () => void }) {
  const { workspace, texts } = usePage();
  const words = useWords(tokenTexts);
  const work = useWork();
  const [values, setValues] = useState(NEW_TOKEN);
  const [password, setPassword] = useState('');
  const [token, setToken] = useState<string>();
  const params = tokenParams(values, Date.now() / 1_000);
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (params === undefined) return;
    work.run(
      async () => (await workspace.client.call(createApiToken, { ...params, ...(password !== '' && { password }) })).token,
      (made) => {
        setToken(made);
        setPassword('');
        setValues(NEW_TOKEN);
        onMade();
      },
    );
  };
  if (token !== undefined) return <MadeToken token={token} onHide={() => setToken(undefined)} />;
  return (
    <form onSubmit={make}>
      <h3>{words.of('newToken')}</h3>
      <label>
        {words.of('tokenName')}
        <input
          dir="auto"
          required
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
      </label>
      <fieldset>
        <legend>{words.of('scopes')}</legend>
        {SCOPE_TITLES.map(([scope, title]) => (
          <label key={scope} className="choice-line">
            <input
              type="checkbox"
              disabled={!isPossible(values, scope)}
              checked={isPossible(values, scope) && values.scopes.includes(scope)}
              onChange={() => setValues({ ...values, scopes: toggled<TokenScope>(values.scopes, scope) })}
            />
            {words.of(title)}
          </label>
        ))}
      </fieldset>
      <label className="choice-line">
        <input type="checkbox" checked={values.isLimited} onChange={(event) => setValues({ ...values, isLimited: event.target.checked })} />
        {words.of('onlyChannels')}
      </label>
      {values.isLimited && <ChannelChoice chosen={values.channelIds} onChange={(channelIds) => setValues({ ...values, channelIds })} />}
      <label>
        {words.of('expiry')}
        <select
          value={values.days ?? ''}
          onChange={(event) => setValues({ ...values, days: event.target.value === '' ? null : Number(event.target.value) })}
        >
          {LIFETIMES.map(([days, title]) => (
            <option key={title} value={days ?? ''}>
              {words.of(title)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.of('password')}
        <input type="password" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </label>
      <WorkState work={work} />
      <Button type="submit" className="main-button" isDisabled={params === undefined}>
        {words.of('makeToken')}
      </Button>
    </form>
  );
}

function ChannelChoice({ chosen, onChange }: { readonly chosen: readonly number[]; readonly onChange: (ids: readonly number[]) => void }) {
  const words = useWords(tokenTexts);
  const state = useClientState();
  return (
    <fieldset>
      <legend>{words.of('onlyChannels')}</legend>
      <p className="notes">{words.of('channelLimitMeaning')}</p>
      {subscriptions(state).map(({ stream_id, name }) => (
        <label key={stream_id} className="choice-line" dir="auto">
          <input type="checkbox" checked={chosen.includes(stream_id)} onChange={() => onChange(toggled(chosen, stream_id))} />#{name}
        </label>
      ))}
    </fieldset>
  );
}

function MadeToken({ token, onHide }: { readonly token: string; readonly onHide: () => void }) {
  const words = useWords(tokenTexts);
  const [isCopied, setCopied] = useState(false);
  return (
    <section>
      <p role="status">{words.of(isCopied ? 'copied' : 'shownOnce')}</p>
      <label>
        {words.of('token')}
        <input readOnly dir="ltr" value={token} onFocus={(event) => event.target.select()} />
      </label>
      {/* Pages that were not loaded over TLS cannot copy by themselves. */}
      {navigator.clipboard !== undefined && (
        <Button className="main-button" onPress={() => void navigator.clipboard.writeText(token).then(() => setCopied(true), reportError)}>
          {words.of('copy')}
        </Button>
      )}
      <Button className="plain-button" onPress={onHide}>
        {words.of('hide')}
      </Button>
    </section>
  );
}

function toggled<T>(list: readonly T[], entry: T): readonly T[] {
  return list.includes(entry) ? list.filter((each) => each !== entry) : [...list, entry];
}
