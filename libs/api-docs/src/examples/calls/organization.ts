import { answer, type CallExamples, GREEN_PIXEL } from '../call-example.js';

const domain = 'd{now}.example.com';
const emoji_name = 'pixel_{now}';
const linkifier = { pattern: 'T{now}-(?P<id>[0-9]+)', url_template: 'https://tracker.example.com/{id}' };
const filter_id = answer('createLinkifier', '.id');
const field_id = answer('createProfileField', '.id');
const ids = (list: string) => `.${list}.map(({ id }) => id)`;

export const organizationCalls: CallExamples = {
  getServerSettings: { params: {} },
  createBigBlueButtonCall: { params: { meeting_name: 'Lunch' }, unable: 'The demo has no BigBlueButton server.' },
  createZoomCall: { params: { is_video_call: true }, unable: 'The demo has no Zoom account.' },
  updateOrganization: { params: { description: 'Our **team** chat' } },
  updateSettingDefaults: { params: { twenty_four_hour_time: true } },
  getOrganizationIcon: { params: {} },
  getOrganizationLogo: { params: { night: false } },
  uploadOrganizationIcon: { params: { file: GREEN_PIXEL } },
  deleteOrganizationIcon: { params: {} },
  uploadOrganizationLogo: { params: { file: GREEN_PIXEL, night: false } },
  deleteOrganizationLogo: { params: { night: false } },
  getAuditLog: { params: { limit: 20 } },
  createDomain: { params: { domain, allow_subdomains: false } },
  listDomains: { params: {} },
  updateDomain: { params: { domain, allow_subdomains: true }, after: ['createDomain'] },
  deleteDomain: { params: { domain }, after: ['createDomain'] },
  getRealmEmoji: { params: {} },
  addRealmEmoji: { params: { emoji_name, file: GREEN_PIXEL } },
  deactivateRealmEmoji: { params: { emoji_name }, after: ['addRealmEmoji'] },
  createLinkifier: { params: linkifier },
  listLinkifiers: { params: {}, after: ['createLinkifier'] },
  updateLinkifier: { params: { filter_id, ...linkifier, url_template: 'https://issues.example.com/{id}' } },
  deleteLinkifier: { params: { filter_id } },
  reorderLinkifiers: { params: { ordered_linkifier_ids: answer('listLinkifiers', ids('linkifiers')) } },
  createPlayground: {
    params: { name: 'Playground {now}', pygments_language: 'Python', url_template: 'https://python.example.com?code={code}' },
  },
  deletePlayground: { params: { playground_id: answer('createPlayground', '.id') } },
  createProfileField: { params: { field_type: 4, name: 'Birthday {now}' } },
  listProfileFields: { params: {}, after: ['createProfileField'] },
  updateProfileField: { params: { field_id, name: 'Born {now}' } },
  deleteProfileField: { params: { field_id } },
  reorderProfileFields: { params: { order: answer('listProfileFields', ids('custom_fields')) } },
  updateProfileData: { params: { data: [{ id: field_id, value: '2020-02-29' }] } },
  deleteProfileData: { params: { data: [field_id] }, after: ['updateProfileData'] },
};
