import { describe, expect, it } from '@jest/globals';
import { channelCreatedText, describedText, newChannelsText, privacyText, renamedText, subscribedText } from './notice-texts.js';

const anna = { id: 7, name: 'Anna' };
const design = { id: 1, name: 'design' };
const plans = { id: 2, name: 'plans' };
const PUBLIC = { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true };

describe('texts of channel notices', () => {
  const table: [string, string, string][] = [
    [
      'a new channel, in itself',
      channelCreatedText(anna, { ...PUBLIC, description: 'what it is' }),
      '**Public** channel created by @_**Anna|7**. **Description:**\n```` quote\nwhat it is\n````',
    ],
    [
      'a new channel without a description',
      channelCreatedText(anna, { ...PUBLIC, isPrivate: true, historyPublicToSubscribers: false, description: '' }),
      '**Private, protected history** channel created by @_**Anna|7**. **Description:**\n```` quote\n*No description.*\n````',
    ],
    ['a new channel, to all', newChannelsText(anna, [design]), '@_**Anna|7** created a new channel #**design**.'],
    ['new channels', newChannelsText(anna, [design, plans]), '@_**Anna|7** created the following channels: #**design**, #**plans**.'],
    ['one subscription', subscribedText(anna, [design]), '@_**Anna|7** subscribed you to #**design**.'],
    [
      'subscriptions',
      subscribedText(anna, [design, plans]),
      '@_**Anna|7** subscribed you to the following channels:\n\n* #**design**\n* #**plans**\n',
    ],
    ['a new name', renamedText(anna, 'old', 'new'), '@_**Anna|7** renamed channel **old** to **new**.'],
    [
      'a new description',
      describedText(anna, '', 'x'),
      '@_**Anna|7** changed the description for this channel.\n\n* **Old description:**\n```` quote\n*No description.*\n````\n* **New description:**\n```` quote\nx\n````',
    ],
    [
      'a new privacy',
      privacyText(anna, { ...PUBLIC, isWebPublic: true }, { ...PUBLIC, isPrivate: true }),
      '@_**Anna|7** changed the access permissions for this channel from **Web-public** to **Private, shared history**.',
    ],
  ];
  for (const [name, text, expected] of table) it(name, () => expect(text).toBe(expected));
});
