import { me } from '@parley/client';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { EmojiSection } from './emoji-section.js';
import { FolderSection } from './folder-section.js';
import { IdentitySection } from './identity-section.js';
import { LinkifierSection } from './linkifier-section.js';
import { PeopleSection } from './people-section.js';
import { PermissionSection } from './permission-section.js';
import { PlaygroundSection } from './playground-section.js';
import { ProfileFieldSection } from './profile-field-section.js';
import { RuleSection } from './rule-section.js';

const TABS = [
  ['identity', IdentitySection],
  ['people', PeopleSection],
  ['rules', RuleSection],
  ['permissions', PermissionSection],
  ['emoji', EmojiSection],
  ['folders', FolderSection],
  ['linkifiers', LinkifierSection],
  ['playgrounds', PlaygroundSection],
  ['profileFields', ProfileFieldSection],
] as const;

/** The settings of the organization. Custom emoji are there for all, because many may add one. */
export default function OrganizationView() {
  const { texts } = usePage();
  const words = useWords(organizationTexts);
  const person = me(useClientState());
  const isAdministrator = 'is_admin' in person && person.is_admin;
  const shown = TABS.filter(([id]) => isAdministrator || id === 'emoji');
  return (
    <div className="dialog">
      {!isAdministrator && <p className="notes">{words.of('administratorsOnly')}</p>}
      <Tabs>
        <TabList aria-label={texts.of('organization')} className="tabs">
          {shown.map(([id]) => (
            <Tab key={id} id={id}>
              {words.of(id)}
            </Tab>
          ))}
        </TabList>
        {shown.map(([id, Section]) => (
          <TabPanel key={id} id={id}>
            <Section />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
