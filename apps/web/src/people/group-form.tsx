import { MAX_GROUP_DESCRIPTION_LENGTH } from '@parley/contracts';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

export interface GroupValues {
  readonly name: string;
  readonly description: string;
}

interface GroupFormProps {
  readonly initial: GroupValues;
  readonly action: string;
  readonly onSave: (values: GroupValues) => Promise<unknown>;
  readonly onSaved: () => void;
  /** Further fields. */
  readonly children?: React.ReactNode;
}

/** Name and description of a group. */
export function GroupForm({ initial, action, onSave, onSaved, children }: GroupFormProps) {
  const words = useWords(peopleTexts);
  const work = useWork();
  const [values, setValues] = useState(initial);
  const save = (event: FormEvent) => {
    event.preventDefault();
    work.run(() => onSave({ name: values.name.trim(), description: values.description.trim() }), onSaved);
  };
  return (
    <form onSubmit={save}>
      <label>
        {words.of('groupName')}
        <input
          dir="auto"
          required
          autoComplete="off"
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
      </label>
      <label>
        {words.of('groupDescription')}
        <input
          dir="auto"
          autoComplete="off"
          maxLength={MAX_GROUP_DESCRIPTION_LENGTH}
          value={values.description}
          onChange={(event) => setValues({ ...values, description: event.target.value })}
        />
      </label>
      {children}
      <WorkState work={work} />
      <Button type="submit" className="main-button" isDisabled={values.name.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
