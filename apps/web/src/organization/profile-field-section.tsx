import {
  createProfileField,
  deleteProfileField,
  type ProfileFieldObject,
  reorderProfileFields,
  updateProfileField,
} from '@parley/contracts/organization';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { options } from '../people/profile-fields.js';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { CUSTOM_SITE, type FieldValues, fieldDataOf } from './field-data.js';
import { FIELD_TYPES, FieldForm } from './field-form.js';
import { earlier } from './order.js';

const NEW: FieldValues = {
  type: 1,
  name: '',
  hint: '',
  choices: '',
  site: CUSTOM_SITE,
  pattern: '',
  isRequired: false,
  isEditable: true,
  isInSummary: false,
};

/** What people can say about themselves in their profiles. */
export function ProfileFieldSection() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const fields = [...(useClientState().custom_profile_fields ?? [])].sort((a, b) => a.order - b.order);
  const create = (values: FieldValues) => workspace.client.call(createProfileField, { field_type: values.type, ...paramsOf(values, '') });
  return (
    <section>
      <p className="notes">{words.of('profileFieldMeaning')}</p>
      <FieldForm title={words.of('add')} initial={NEW} onSave={create} />
      {fields.length === 0 && <p>{words.of('noProfileFields')}</p>}
      <ul className="card-list" aria-label={words.of('profileFields')}>
        {fields.map((field) => (
          <FieldEntry key={field.id} field={field} ids={fields.map(({ id }) => id)} />
        ))}
      </ul>
    </section>
  );
}

function FieldEntry({ field, ids }: { readonly field: ProfileFieldObject; readonly ids: readonly number[] }) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const work = useWork();
  const [open, setOpen] = useState<'change' | 'remove'>();
  const { id, name, type, field_data } = field;
  const kind = FIELD_TYPES.find(([each]) => each === type)?.[1] ?? 'fieldText';
  const change = (values: FieldValues) => client.call(updateProfileField, { field_id: id, ...paramsOf(values, field_data) });
  const toggle = (what: 'change' | 'remove') => () => setOpen(open === what ? undefined : what);
  return (
    <li>
      <div className="card-head">
        <span dir="auto">{name}</span>
        <span className="detail">{words.of(kind)}</span>
        <span className="card-actions">
          <Button
            className="plain-button"
            {...(open !== 'change' && { 'aria-label': words.of('changeOf', { name }) })}
            onPress={toggle('change')}
          >
            {open === 'change' ? texts.of('cancel') : words.of('change')}
          </Button>
          <Button
            className="plain-button"
            aria-label={words.of('earlierOf', { name })}
            onPress={() => work.run(() => client.call(reorderProfileFields, { order: earlier(ids, id) }))}
          >
            <span aria-hidden="true">↑</span>
          </Button>
          <Button className="plain-button" aria-label={words.of('removeOf', { name })} onPress={toggle('remove')}>
            {words.of('remove')}
          </Button>
        </span>
      </div>
      {open === 'change' && (
        <FieldForm title={texts.of('save')} initial={valuesOf(field)} isKnown onSave={change} onSaved={() => setOpen(undefined)} />
      )}
      {open === 'remove' && (
        <p role="alert">
          {words.of('removeFieldMeaning')}{' '}
          <Button className="main-button" onPress={() => work.run(() => client.call(deleteProfileField, { field_id: id }))}>
            {words.of('removeFieldNow')}
          </Button>
        </p>
      )}
      <WorkState work={work} />
    </li>
  );
}

function paramsOf(values: FieldValues, before: string) {
  const fieldData = fieldDataOf(values, before);
  return {
    ...(values.name.trim() !== '' && { name: values.name.trim() }),
    hint: values.hint.trim(),
    required: values.isRequired,
    editable_by_user: values.isEditable,
    display_in_profile_summary: values.isInSummary,
    ...(fieldData !== undefined && { field_data: fieldData }),
  };
}

function valuesOf({
  type,
  name,
  hint,
  field_data,
  required,
  editable_by_user,
  display_in_profile_summary,
}: ProfileFieldObject): FieldValues {
  const [, site = CUSTOM_SITE] = /"subtype":\s*"(\w+)"/.exec(field_data) ?? [];
  return {
    type,
    name,
    hint,
    choices: options(field_data)
      .map(({ text }) => text)
      .join('\n'),
    site,
    pattern: patternIn(field_data),
    isRequired: required,
    isEditable: editable_by_user,
    isInSummary: display_in_profile_summary ?? false,
  };
}

function patternIn(fieldData: string): string {
  try {
    const data: unknown = JSON.parse(fieldData);
    return typeof data === 'object' && data !== null && 'url_pattern' in data ? String(data.url_pattern) : '';
  } catch {
    return '';
  }
}
