import { me } from '@parley/client';
import { PROFILE_FIELD_TYPES, type ProfileFieldObject, updateProfileData } from '@parley/contracts/organization';
import { type FormEvent, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { PeoplePicker } from '../channels/people-picker.js';
import { idsIn, options } from '../people/profile-fields.js';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useKeptText } from '../workspace/use-kept-text.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

const INPUT_TYPES: Readonly<Record<number, string>> = { [PROFILE_FIELD_TYPES.DATE.id]: 'date', [PROFILE_FIELD_TYPES.URL.id]: 'url' };

/** The own value of a field that the organization defined. */
export function ProfileFieldForm({ field }: { readonly field: ProfileFieldObject }) {
  const { workspace, texts } = usePage();
  const words = useWords(settingsTexts);
  const work = useWork();
  const id = useId();
  const myself = me(useClientState());
  const current = ('profile_data' in myself && myself.profile_data?.[field.id]?.value) || '';
  const typed = useKeptText(`profile field ${field.id}`, current);
  const value = typed.text;
  const isDisabled = !field.editable_by_user;
  const isOfPeople = field.type === PROFILE_FIELD_TYPES.USER.id;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = isOfPeople ? [...idsIn(value)] : value;
    work.run(() => workspace.client.call(updateProfileData, { data: [{ id: field.id, value: wanted }] }), typed.end, words.of('saved'));
  };
  const label = `${field.name}${field.required ? ' *' : ''}`;
  return (
    <form onSubmit={save} className="field-form">
      {isOfPeople ? (
        <fieldset disabled={isDisabled}>
          <legend dir="auto">{label}</legend>
          <PeoplePicker chosen={idsIn(value)} onChange={(ids) => typed.change(JSON.stringify(ids))} />
        </fieldset>
      ) : (
        <>
          <label htmlFor={id} dir="auto">
            {label}
          </label>
          <FieldInput id={id} field={field} value={value} onChange={typed.change} />
        </>
      )}
      {field.hint !== '' && (
        <p className="notes" dir="auto">
          {field.hint}
        </p>
      )}
      <WorkState work={work} />
      {typed.isChanged && (
        <Button type="submit" className="main-button" aria-label={words.of('saveField', { name: field.name })}>
          {texts.of('save')}
        </Button>
      )}
    </form>
  );
}

interface FieldInputProps {
  readonly id: string;
  readonly field: ProfileFieldObject;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldInput({ id, field: { type, field_data, editable_by_user }, value, onChange }: FieldInputProps) {
  const common = {
    id,
    disabled: !editable_by_user,
    dir: 'auto',
    value,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  } as const;
  if (type === PROFILE_FIELD_TYPES.LONG_TEXT.id) return <textarea rows={3} {...common} />;
  if (type !== PROFILE_FIELD_TYPES.SELECT.id) return <input type={INPUT_TYPES[type] ?? 'text'} {...common} />;
  return (
    <select {...common}>
      <option value="">–</option>
      {options(field_data).map(({ key, text }) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
