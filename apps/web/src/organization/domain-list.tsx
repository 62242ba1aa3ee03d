import { createDomain, deleteDomain } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { TextInput } from './text-input.js';

/** The domains of email addresses that can join. For owners. */
export function DomainList() {
  const { workspace } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const { realm_domains: domains = [] } = useClientState();
  const work = useWork();
  const [domain, setDomain] = useState('');
  const [hasSubdomains, setSubdomains] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => client.call(createDomain, { domain: domain.trim(), allow_subdomains: hasSubdomains }),
      () => setDomain(''),
      words.of('saved'),
    );
  };
  return (
    <section>
      <h2>{words.of('domains')}</h2>
      <form onSubmit={add}>
        <TextInput label={words.of('newDomain')} dir="ltr" isRequired value={domain} onChange={setDomain} />
        <label className="choice-line">
          <input type="checkbox" checked={hasSubdomains} onChange={(event) => setSubdomains(event.target.checked)} />
          {words.of('withSubdomains')}
        </label>
        <WorkState work={work} />
        <Button type="submit" className="plain-button" isDisabled={domain.trim() === ''}>
          {words.of('add')}
        </Button>
      </form>
      <ul className="card-list" aria-label={words.of('domains')}>
        {domains.map(({ domain: name, allow_subdomains }) => (
          <li key={name}>
            <div className="card-head">
              <span dir="ltr">{allow_subdomains ? `${name}, *.${name}` : name}</span>
              <Button
                className="plain-button card-actions"
                aria-label={words.of('removeOf', { name })}
                onPress={() => work.run(() => client.call(deleteDomain, { domain: name }))}
              >
                {words.of('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
