import { usePage } from '../workspace/context.js';
import type { Answer } from '../workspace/use-answer.js';

/** That the answer is on its way, or why there is none. */
export function AnswerState({ answer: { value, error } }: { readonly answer: Answer<unknown> }) {
  const { texts } = usePage();
  if (error !== undefined)
    return (
      <p role="alert" className="error">
        {error}
      </p>
    );
  return value === undefined ? <p role="status">{texts.of('loading')}</p> : null;
}
