// Objects of an organization in the documentation.
import type { LinkifierObject } from '../organization/linkifier-object.js';
import type { PlaygroundObject } from '../organization/playground-object.js';
import type { ProfileFieldObject } from '../organization/profile-field-object.js';
import type { RealmEmojiObject } from '../organization/realm-emoji-object.js';

export const linkifierExample: LinkifierObject = {
  id: 1,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tracker.example.com/{id}',
  example_input: '#123',
  reverse_template: '#{id}',
  alternative_url_templates: ['https://old-tracker.example.com/{id}'],
};

export const playgroundExample: PlaygroundObject = {
  id: 1,
  name: 'Python playground',
  pygments_language: 'Python',
  url_template: 'https://python.example.com?code={code}',
};

export const profileFieldExample: ProfileFieldObject = {
  id: 3,
  type: 3,
  order: 0,
  name: 'Editor',
  hint: '',
  field_data: '{"0":{"text":"Vim","order":"1"},"1":{"text":"Emacs","order":"2"}}',
  required: false,
  editable_by_user: true,
};

export const realmEmojiExample: RealmEmojiObject = {
  id: '1',
  name: 'green_pixel',
  source_url: '/user_avatars/1/emoji/images/8NGzxclxs3oGLLiwruYdL3-0.png',
  still_url: null,
  deactivated: false,
  author_id: 5,
};
