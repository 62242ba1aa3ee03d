import type { OutputOf } from '@parley/contracts';
import { listApiTokens, revokeApiToken } from '@parley/contracts/organization';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { AnswerState } from '../dialogs/answer-state.js';
import { tokenTexts } from '../texts/parts/token-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { channelName } from '../workspace/names.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { SCOPE_TITLES } from './token-choices.js';
import { TokenForm } from './token-form.js';

/** Tokens with which programs act in the name of the person. */
export default function TokenSection() {
  const { workspace } = usePage();
  const words = useWords(tokenTexts);
  const [reads, setReads] = useState(0);
  const answer = useAnswer(() => workspace.client.call(listApiTokens, {}), reads);
  const readAgain = () => setReads((times) => times + 1);
  const tokens = answer.value?.tokens ?? [];
  return (
    <>
      <p className="notes">{words.of('meaning')}</p>
      <TokenForm onMade={readAgain} />
      <section>
        <h3>{words.of('tokens')}</h3>
        <AnswerState answer={answer} />
        {answer.value !== undefined && tokens.length === 0 && <p>{words.of('noTokens')}</p>}
        <ul className="card-list" aria-label={words.of('tokens')}>
          {tokens.map((token) => (
            <TokenEntry key={token.id} token={token} onRevoked={readAgain} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface TokenEntryProps {
  readonly token: OutputOf<typeof listApiTokens>['tokens'][number];
  readonly onRevoked: () => void;
}

function TokenEntry({ token: { id, name, scopes, channel_ids, created_at, expires_at, last_used_at }, onRevoked }: TokenEntryProps) {
  const { workspace, texts } = usePage();
  const words = useWords(tokenTexts);
  const state = useClientState();
  const work = useWork();
  const isOver = expires_at !== null && expires_at * 1_000 < Date.now();
  const meanings = scopes.map((scope) => {
    const title = SCOPE_TITLES.find(([known]) => known === scope)?.[1];
    return title === undefined ? scope : words.of(title);
  });
  const facts = [
    words.of('madeAt', { time: texts.moment(created_at) }),
    ...(expires_at === null ? [] : [words.of(isOver ? 'ended' : 'endsAt', { time: texts.moment(expires_at) })]),
    last_used_at === null ? words.of('neverUsed') : words.of('usedAt', { time: texts.moment(last_used_at) }),
    ...(channel_ids === null
      ? []
      : [words.of('limitedTo', { channels: texts.list(channel_ids.map((channelId) => `#${channelName(state, channelId, texts)}`)) })]),
  ];
  const revoke = () => work.run(() => workspace.client.call(revokeApiToken, { api_token_id: id }), onRevoked);
  return (
    <li>
      <div className="card-head">
        <strong dir="auto">{name}</strong>
        <Button className="plain-button card-actions" aria-label={words.of('revokeOf', { name })} onPress={revoke}>
          {words.of('revoke')}
        </Button>
      </div>
      <ul className="inline-list">
        {meanings.map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
      </ul>
      <p className="notes" dir="auto">
        {facts.join(' · ')}
      </p>
      <WorkState work={work} />
    </li>
  );
}
