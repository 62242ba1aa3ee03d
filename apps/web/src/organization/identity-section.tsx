import { organizationSetting } from '@parley/client';
import { deleteOrganizationIcon, updateOrganization } from '@parley/contracts/organization';
import type { FormEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useKeptText } from '../workspace/use-kept-text.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { PictureButton } from './picture-button.js';

/** The limits of the server. */
const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 1_000;

/** Name, description and icon. */
export function IdentitySection() {
  return (
    <>
      <TextForm />
      <Icon />
    </>
  );
}

function TextForm() {
  const { workspace, texts } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const work = useWork();
  const name = useKeptText('organization name', String(organizationSetting(state, 'name') ?? ''));
  const description = useKeptText('organization description', String(organizationSetting(state, 'description') ?? ''));
  const changes = {
    ...(name.isChanged && { name: name.text }),
    ...(description.isChanged && { description: description.text }),
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => workspace.client.call(updateOrganization, changes),
      () => {
        name.end();
        description.end();
      },
      words.of('saved'),
    );
  };
  return (
    <section>
      <form onSubmit={save}>
        <label>
          {words.of('organizationName')}
          <input dir="auto" required maxLength={LONGEST_NAME} value={name.text} onChange={(event) => name.change(event.target.value)} />
        </label>
        <label>
          {words.of('description')}
          <textarea
            dir="auto"
            rows={4}
            maxLength={LONGEST_DESCRIPTION}
            value={description.text}
            onChange={(event) => description.change(event.target.value)}
          />
        </label>
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={Object.keys(changes).length === 0 || name.text.trim() === ''}>
          {texts.of('save')}
        </Button>
      </form>
    </section>
  );
}

function Icon() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const work = useWork();
  const source = organizationSetting(state, 'icon_url');
  const isOwn = organizationSetting(state, 'icon_source') === 'U';
  return (
    <section>
      <h2>{words.of('icon')}</h2>
      <div className="profile-head">
        {typeof source === 'string' && <img className="avatar" src={source} alt="" />}
        <div>
          <PictureButton
            label={words.of('chooseIcon')}
            onChoose={(file) => work.run(() => workspace.sendForm('/realm/icon', file), undefined, words.of('saved'))}
          />
          {isOwn && (
            <Button className="plain-button" onPress={() => work.run(() => workspace.client.call(deleteOrganizationIcon, {}))}>
              {words.of('removeIcon')}
            </Button>
          )}
        </div>
      </div>
      <WorkState work={work} />
    </section>
  );
}
