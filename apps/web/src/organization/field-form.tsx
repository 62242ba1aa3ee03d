import { DEFAULT_EXTERNAL_ACCOUNTS, PROFILE_FIELD_TYPES } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { CUSTOM_SITE, type FieldValues } from './field-data.js';
import { TextInput } from './text-input.js';

export const FIELD_TYPES = [
  [PROFILE_FIELD_TYPES.SHORT_TEXT.id, 'fieldText'],
  [PROFILE_FIELD_TYPES.LONG_TEXT.id, 'fieldLongText'],
  [PROFILE_FIELD_TYPES.SELECT.id, 'fieldList'],
  [PROFILE_FIELD_TYPES.DATE.id, 'fieldDate'],
  [PROFILE_FIELD_TYPES.URL.id, 'fieldLink'],
  [PROFILE_FIELD_TYPES.USER.id, 'fieldPeople'],
  [PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id, 'fieldAccount'],
  [PROFILE_FIELD_TYPES.PRONOUNS.id, 'fieldPronouns'],
] as const;
const SWITCHES = [
  ['isRequired', 'fieldRequired'],
  ['isEditable', 'fieldEditable'],
  ['isInSummary', 'fieldInSummary'],
] as const;

interface FieldFormProps {
  readonly title: string;
  readonly initial: FieldValues;
  /** Whether the field exists. Then its type cannot change. */
  readonly isKnown?: boolean;
  readonly onSave: (values: FieldValues) => Promise<unknown>;
  readonly onSaved?: () => void;
}

/** Defines a profile field. */
export function FieldForm({ title, initial, isKnown = false, onSave, onSaved }: FieldFormProps) {
  const words = useWords(organizationTexts);
  const work = useWork();
  const [values, setValues] = useState(initial);
  const { type } = values;
  const set = (changed: Partial<FieldValues>) => setValues({ ...values, ...changed });
  const isAccount = type === PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id;
  // A site that the server knows has a name of its own.
  const hasName = !isAccount || values.site === CUSTOM_SITE;
  const save = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => onSave(values),
      () => {
        setValues(initial);
        onSaved?.();
      },
      words.of('saved'),
    );
  };
  return (
    <form onSubmit={save} className="field-form">
      {!isKnown && (
        <label>
          {words.of('fieldType')}
          <select value={type} onChange={(event) => set({ type: Number(event.target.value) })}>
            {FIELD_TYPES.map(([id, name]) => (
              <option key={id} value={id}>
                {words.of(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      {isAccount && !isKnown && (
        <label>
          {words.of('fieldSite')}
          <select value={values.site} onChange={(event) => set({ site: event.target.value })}>
            {Object.entries(DEFAULT_EXTERNAL_ACCOUNTS).map(([key, { text }]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
            <option value={CUSTOM_SITE}>{words.of('fieldOtherSite')}</option>
          </select>
        </label>
      )}
      {hasName && (
        <TextInput label={words.of('nameOfIt')} isRequired maxLength={40} value={values.name} onChange={(name) => set({ name })} />
      )}
      {isAccount && hasName && (
        <TextInput label={words.of('fieldPattern')} dir="ltr" isRequired value={values.pattern} onChange={(pattern) => set({ pattern })} />
      )}
      {hasName && <TextInput label={words.of('fieldHint')} maxLength={80} value={values.hint} onChange={(hint) => set({ hint })} />}
      {type === PROFILE_FIELD_TYPES.SELECT.id && (
        <label>
          {words.of('fieldChoices')}
          <textarea dir="auto" rows={4} required value={values.choices} onChange={(event) => set({ choices: event.target.value })} />
        </label>
      )}
      {SWITCHES.map(([name, meaning]) => (
        <label key={name} className="choice-line">
          <input type="checkbox" checked={values[name]} onChange={(event) => set({ [name]: event.target.checked })} />
          {words.of(meaning)}
        </label>
      ))}
      <WorkState work={work} />
      <Button type="submit" className="main-button" isDisabled={hasName && values.name.trim() === ''}>
        {title}
      </Button>
    </form>
  );
}
