import { createLinkifier, deleteLinkifier, type LinkifierObject, reorderLinkifiers, updateLinkifier } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { earlier } from './order.js';
import { TextInput } from './text-input.js';

/** Texts of messages that become links, in the order in which they are looked for. */
export function LinkifierSection() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const { realm_linkifiers: linkifiers = [] } = useClientState();
  return (
    <section>
      <p className="notes">{words.of('linkifierMeaning')}</p>
      <LinkifierForm
        title={words.of('add')}
        initial={{ pattern: '', url_template: '' }}
        onSave={(values) => workspace.client.call(createLinkifier, values)}
      />
      {linkifiers.length === 0 && <p>{words.of('noLinkifiers')}</p>}
      <ul className="card-list" aria-label={words.of('linkifiers')}>
        {linkifiers.map((linkifier) => (
          <LinkifierEntry key={linkifier.id} linkifier={linkifier} ids={linkifiers.map(({ id }) => id)} />
        ))}
      </ul>
    </section>
  );
}

function LinkifierEntry({ linkifier, ids }: { readonly linkifier: LinkifierObject; readonly ids: readonly number[] }) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const work = useWork();
  const [isChanging, setChanging] = useState(false);
  const { id, pattern: name, url_template } = linkifier;
  return (
    <li>
      <p>
        <code dir="ltr">{name}</code> → <code dir="ltr">{url_template}</code>
      </p>
      {isChanging && (
        <LinkifierForm
          title={texts.of('save')}
          initial={linkifier}
          onSave={(values) => client.call(updateLinkifier, { filter_id: id, ...values })}
          onSaved={() => setChanging(false)}
        />
      )}
      <Button
        className="plain-button"
        {...(!isChanging && { 'aria-label': words.of('changeOf', { name }) })}
        onPress={() => setChanging(!isChanging)}
      >
        {isChanging ? texts.of('cancel') : words.of('change')}
      </Button>
      <Button
        className="plain-button"
        aria-label={words.of('earlierOf', { name })}
        onPress={() => work.run(() => client.call(reorderLinkifiers, { ordered_linkifier_ids: earlier(ids, id) }))}
      >
        <span aria-hidden="true">↑</span>
      </Button>
      <Button
        className="plain-button"
        aria-label={words.of('removeOf', { name })}
        onPress={() => work.run(() => client.call(deleteLinkifier, { filter_id: id }))}
      >
        {words.of('remove')}
      </Button>
      <WorkState work={work} />
    </li>
  );
}

type LinkifierValues = Pick<LinkifierObject, 'pattern' | 'url_template'>;

interface LinkifierFormProps {
  readonly title: string;
  readonly initial: LinkifierValues;
  readonly onSave: (values: LinkifierValues) => Promise<unknown>;
  readonly onSaved?: () => void;
}

function LinkifierForm({ title, initial, onSave, onSaved }: LinkifierFormProps) {
  const words = useWords(organizationTexts);
  const work = useWork();
  const [pattern, setPattern] = useState(initial.pattern);
  const [template, setTemplate] = useState(initial.url_template);
  const save = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => onSave({ pattern, url_template: template }),
      () => {
        setPattern(initial.pattern);
        setTemplate(initial.url_template);
        onSaved?.();
      },
      words.of('saved'),
    );
  };
  return (
    <form onSubmit={save}>
      <TextInput label={words.of('pattern')} dir="ltr" isRequired value={pattern} onChange={setPattern} />
      <TextInput label={words.of('urlTemplate')} dir="ltr" isRequired value={template} onChange={setTemplate} />
      <WorkState work={work} />
      <Button type="submit" className="main-button" isDisabled={pattern === '' || template === ''}>
        {title}
      </Button>
    </form>
  );
}
