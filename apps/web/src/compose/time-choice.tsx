import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { localTime, namedTimes } from './times.js';

interface TimeChoiceProps {
  readonly initial?: Date;
  /** What the button says. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onChoose: (time: Date) => void;
}

/** Chooses a time: one that people often mean, or any. In the time zone of the reader. */
export function TimeChoice({ initial, action, isDisabled = false, onChoose }: TimeChoiceProps) {
  const { texts } = usePage();
  const words = useWords(composeTexts);
  const [now] = useState(() => new Date());
  const [value, setValue] = useState(() => localTime(initial ?? namedTimes(now)[0]?.[1] ?? now));
  const time = new Date(value);
  const isTime = !Number.isNaN(time.getTime());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTime) onChoose(time);
  };
  return (
    <form onSubmit={submit}>
      <ul className="choices" aria-label={words.of('oftenMeant')}>
        {namedTimes(now).map(([name, named]) => (
          <li key={name}>
            <Button className="choice" isDisabled={isDisabled} onPress={() => onChoose(named)}>
              {words.of(name)} <span className="detail">{texts.moment(named.getTime() / 1_000)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <label>
        {words.of('timeField')}
        <input type="datetime-local" required value={value} onChange={(event) => setValue(event.target.value)} />
      </label>
      <Button type="submit" className="main-button" isDisabled={isDisabled || !isTime}>
        {action}
      </Button>
    </form>
  );
}
