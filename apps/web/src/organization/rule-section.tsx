import { channels, me, organizationSetting } from '@parley/client';
import { type OrganizationSetting, updateOrganization } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useChoices } from '../workspace/use-choices.js';
import { useWords } from '../workspace/use-words.js';
import { WorkState } from '../workspace/use-work.js';
import { DomainList } from './domain-list.js';
import { RULE_GROUPS, type Rule } from './rules.js';

/** The word with which the server takes a limit of null. */
const NO_LIMIT = 'unlimited';
const NO_CHANNEL = -1;
const MOST_DAYS = 36_500;

/** What the organization allows, and what it tells. */
export function RuleSection() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const person = me(state);
  const isOwner = 'is_owner' in person && person.is_owner;
  const { shown, choose, outcome } = useChoices<OrganizationSetting, unknown>(
    {
      current: (name) => organizationSetting(workspace.organization.store.get().state, name),
      send: (name, value) => workspace.client.call(updateOrganization, { [name]: value ?? NO_LIMIT }),
    },
    words.of('saved'),
  );
  return (
    <>
      <WorkState work={outcome} />
      {RULE_GROUPS.map(({ title, rules }) => (
        <fieldset key={title}>
          <legend>{words.of(title)}</legend>
          {rules.map((rule) => (
            <RuleField
              key={rule.name}
              rule={rule}
              value={shown(rule.name, organizationSetting(state, rule.name))}
              isDisabled={rule.ownersOnly === true && !isOwner}
              onChoose={(value) => choose(rule.name, value)}
            />
          ))}
        </fieldset>
      ))}
      {isOwner && <DomainList />}
    </>
  );
}

interface RuleFieldProps {
  readonly rule: Rule;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChoose: (value: unknown) => void;
}

function RuleField({ rule, value, isDisabled, onChoose }: RuleFieldProps) {
  const words = useWords(organizationTexts);
  const title = `${words.of(rule.title)}${isDisabled ? ` (${words.of('ownersOnly')})` : ''}`;
  switch (rule.kind) {
    case 'switch':
      return (
        <label className="choice-line">
          <input type="checkbox" checked={value === true} disabled={isDisabled} onChange={(event) => onChoose(event.target.checked)} />
          {title}
        </label>
      );
    case 'days':
      return <DaysField title={title} value={Number(value ?? 0)} isDisabled={isDisabled} onChoose={onChoose} />;
    case 'channel':
      return <ChannelField title={title} value={Number(value ?? NO_CHANNEL)} isDisabled={isDisabled} onChoose={onChoose} />;
    case 'choice': {
      const isListed = rule.choices.some(([choice]) => choice === value);
      return (
        <label>
          {title}
          <select
            disabled={isDisabled}
            value={JSON.stringify(value ?? null)}
            onChange={(event) => onChoose(JSON.parse(event.target.value))}
          >
            {!isListed && <option value={JSON.stringify(value)}>{String(value)}</option>}
            {rule.choices.map(([choice, meaning]) => (
              <option key={meaning} value={JSON.stringify(choice)}>
                {words.of(meaning)}
              </option>
            ))}
          </select>
        </label>
      );
    }
  }
}

interface NumberFieldProps {
  readonly title: string;
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChoose: (value: number) => void;
}

/** A number is sent when it is complete, and not with each digit. */
function DaysField({ title, value, isDisabled, onChoose }: NumberFieldProps) {
  const { texts } = usePage();
  const [typed, setTyped] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) return;
    onChoose(Number(typed));
    setTyped(undefined);
  };
  return (
    <form onSubmit={save}>
      <label>
        {title}
        <input
          type="number"
          required
          min={0}
          max={MOST_DAYS}
          disabled={isDisabled}
          value={typed ?? value}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {typed !== undefined && (
        <Button type="submit" className="plain-button">
          {texts.of('save')}
        </Button>
      )}
    </form>
  );
}

function ChannelField({ title, value, isDisabled, onChoose }: NumberFieldProps) {
  const { texts } = usePage();
  const words = useWords(organizationTexts);
  const { compare } = new Intl.Collator(texts.language, { numeric: true });
  const known = channels(useClientState())
    .filter(({ is_archived, stream_id }) => !is_archived || stream_id === value)
    .sort((a, b) => compare(a.name, b.name));
  const isHidden = value !== NO_CHANNEL && !known.some(({ stream_id }) => stream_id === value);
  return (
    <label>
      {title}
      <select disabled={isDisabled} value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        <option value={NO_CHANNEL}>{words.of('noChannel')}</option>
        {isHidden && <option value={value}>{texts.of('unknownChannel')}</option>}
        {known.map(({ stream_id, name }) => (
          <option key={stream_id} value={stream_id}>
            #{name}
          </option>
        ))}
      </select>
    </label>
  );
}
