import { createPlayground, deletePlayground } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { TextInput } from './text-input.js';

const EMPTY = { name: '', pygments_language: '', url_template: '' };

/** Sites in which code of messages can be run, by its language. */
export function PlaygroundSection() {
  const { workspace } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const { realm_playgrounds: playgrounds = [] } = useClientState();
  const work = useWork();
  const [values, setValues] = useState(EMPTY);
  const add = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => client.call(createPlayground, values),
      () => setValues(EMPTY),
      words.of('saved'),
    );
  };
  return (
    <section>
      <p className="notes">{words.of('playgroundMeaning')}</p>
      <form onSubmit={add}>
        <TextInput
          label={words.of('nameOfIt')}
          isRequired
          maxLength={100}
          value={values.name}
          onChange={(name) => setValues({ ...values, name })}
        />
        <TextInput
          label={words.of('codeLanguage')}
          isRequired
          maxLength={40}
          value={values.pygments_language}
          onChange={(pygments_language) => setValues({ ...values, pygments_language })}
        />
        <TextInput
          label={words.of('urlTemplate')}
          dir="ltr"
          isRequired
          value={values.url_template}
          onChange={(url_template) => setValues({ ...values, url_template })}
        />
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={Object.values(values).some((value) => value.trim() === '')}>
          {words.of('add')}
        </Button>
      </form>
      {playgrounds.length === 0 && <p>{words.of('noPlaygrounds')}</p>}
      <ul className="card-list" aria-label={words.of('playgrounds')}>
        {playgrounds.map(({ id, name, pygments_language, url_template }) => (
          <li key={id}>
            <div className="card-head">
              <span dir="auto">{name}</span>
              <span className="detail">{pygments_language}</span>
              <Button
                className="plain-button card-actions"
                aria-label={words.of('removeOf', { name })}
                onPress={() => work.run(() => client.call(deletePlayground, { playground_id: id }))}
              >
                {words.of('remove')}
              </Button>
            </div>
            <code dir="ltr">{url_template}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
