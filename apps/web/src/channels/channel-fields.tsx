import { LIMITS } from '@parley/contracts';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { useClientState } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { type Permission, PermissionSelect } from './permission-select.js';

/** What can be set for new channels and changed later. */
export interface ChannelValues {
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  /** Who may post. Undefined for the initial value of the server. */
  readonly posters: Permission | undefined;
  readonly folderId: number | null;
}

interface ChannelFieldsProps {
  readonly values: ChannelValues;
  readonly onChange: (values: ChannelValues) => void;
}

/** The fields of a channel. */
export function ChannelFields({ values, onChange }: ChannelFieldsProps) {
  const words = useWords(channelTexts);
  const state = useClientState();
  const folders = (state.channel_folders ?? []).filter(({ is_archived, id }) => !is_archived || id === values.folderId);
  const everyone = (state.realm_user_groups ?? []).find(({ is_system_group, name }) => is_system_group && name === 'role:everyone')?.id;
  return (
    <>
      <label>
        {words.of('name')}
        <input
          dir="auto"
          required
          maxLength={LIMITS.max_stream_name_length}
          value={values.name}
          onChange={(event) => onChange({ ...values, name: event.target.value })}
        />
      </label>
      <label>
        {words.of('description')}
        <input
          dir="auto"
          maxLength={LIMITS.max_stream_description_length}
          value={values.description}
          onChange={(event) => onChange({ ...values, description: event.target.value })}
        />
      </label>
      <fieldset>
        <legend>{words.of('privacy')}</legend>
        {([false, true] as const).map((isPrivate) => (
          <label key={String(isPrivate)} className="choice-line">
            <input
              type="radio"
              name="privacy"
              checked={values.isPrivate === isPrivate}
              onChange={() => onChange({ ...values, isPrivate })}
            />
            {words.of(isPrivate ? 'privateMeaning' : 'publicMeaning')}
          </label>
        ))}
      </fieldset>
      <PermissionSelect
        title={words.of('whoMayPost')}
        value={values.posters ?? everyone}
        onChange={(posters) => onChange({ ...values, posters })}
      />
      {folders.length > 0 && (
        <label>
          {words.of('folder')}
          <select
            value={values.folderId ?? ''}
            onChange={(event) => onChange({ ...values, folderId: event.target.value === '' ? null : Number(event.target.value) })}
          >
            <option value="">{words.of('noFolder')}</option>
            {folders.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
