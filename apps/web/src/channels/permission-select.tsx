import { channelTexts } from '../texts/parts/channel-texts.js';
import { useClientState } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { groupChoices } from './group-choices.js';

/** As the server has it: a group, or single people and groups, which only other clients can set. */
export type Permission = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

interface PermissionSelectProps {
  readonly title: string;
  readonly value: Permission | undefined;
  readonly isDisabled?: boolean;
  /** Whether the permission can be given to the group of this name. */
  readonly isAllowed?: (name: string) => boolean;
  readonly onChange: (groupId: number) => void;
}

/** Chooses who may do something. */
export function PermissionSelect({ title, value, isDisabled = false, isAllowed, onChange }: PermissionSelectProps) {
  const words = useWords(channelTexts);
  const choices = groupChoices(useClientState(), isAllowed);
  const isListed = choices.some(({ id }) => id === value);
  const isSingle = typeof value === 'number';
  return (
    <label>
      {title}
      <select
        disabled={isDisabled}
        value={isSingle ? value : ''}
        onChange={(event) => event.target.value !== '' && onChange(Number(event.target.value))}
      >
        {!isSingle && <option value="">{words.of('groupCustom')}</option>}
        {isSingle && !isListed && <option value={value}>{words.of('groupOther')}</option>}
        {choices.map(({ id, key, name }) => (
          <option key={id} value={id}>
            {key === undefined ? name : words.of(key)}
          </option>
        ))}
      </select>
    </label>
  );
}
