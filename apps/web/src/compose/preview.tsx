import { renderMessage } from '@parley/contracts/messaging';
import { useEffect, useState } from 'react';
import { AnswerState } from '../dialogs/answer-state.js';
import { RenderedHtml } from '../message/rendered-html.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';

const PAUSE_MS = 500;

/** What is being written, as the server renders it. */
export default function Preview({ text }: { readonly text: string }) {
  const { workspace } = usePage();
  const words = useWords(composeTexts);
  const [shown, setShown] = useState(text);
  useEffect(() => {
    // The server is asked when the person pauses.
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useAnswer(async () => {
    if (shown.trim() === '') return '';
    return (await workspace.client.call(renderMessage, { content: shown })).rendered;
  }, shown);
  return (
    <section className="preview" aria-label={words.of('preview')}>
      <AnswerState answer={answer} />
      {answer.value === '' ? <p>{words.of('nothingWritten')}</p> : answer.value !== undefined && <RenderedHtml html={answer.value} />}
    </section>
  );
}
