/** One id of each kind. */
export interface Ids {
  readonly user: number;
  readonly email: string;
  readonly bot: number;
  readonly channel: number;
  readonly channelName: string;
  readonly message: number;
  readonly folder: number;
  readonly defaultGroup: number;
  readonly linkifier: number;
  readonly messageExport: number;
  readonly playground: number;
  readonly profileField: number;
  readonly domain: string;
  readonly queue: string;
  readonly group: number;
  readonly attachment: number;
  readonly emoji: string;
  /** As in the URL of an upload. */
  readonly uploadOrganization: number;
  readonly uploadFile: string;
  readonly draft: number;
  readonly scheduledMessage: number;
  readonly reminder: number;
  readonly snippet: number;
  readonly device: number;
  readonly fragment: string;
  readonly invitation: number;
  readonly session: string;
  readonly apiToken: string;
  readonly provisioningToken: string;
  readonly provider: string;
}

/** Ids that do not exist. */
export const ABSENT: Ids = {
  user: 1_999_999_999,
  email: 'nobody.at.all@absent.example',
  bot: 1_999_999_995,
  channel: 1_999_999_998,
  channelName: 'a channel that is nowhere',
  message: 999_999_999_999,
  folder: 1_999_999_996,
  defaultGroup: 1_999_999_980,
  linkifier: 1_999_999_985,
  messageExport: 1_999_999_979,
  playground: 1_999_999_984,
  profileField: 1_999_999_983,
  domain: 'absent.example',
  queue: '00000000-0000-4000-8000-000000000000.1.1',
  group: 1_999_999_997,
  attachment: 1_999_999_995,
  emoji: 'nowhere',
  uploadOrganization: 999_999_994,
  uploadFile: `${'x'.repeat(24)}/a.txt`,
  draft: 1_999_999_995,
  scheduledMessage: 1_999_999_982,
  reminder: 1_999_999_981,
  snippet: 1_999_999_994,
  device: 1_999_999_993,
  invitation: 1_999_999_992,
  session: '00000000-0000-4000-8000-000000000000',
  apiToken: '00000000-0000-4000-8000-000000000000',
  provisioningToken: '00000000-0000-4000-8000-000000000000',
  provider: '00000000-0000-4000-8000-000000000000',
  // Unique, because a test that adds this view then has one.
  fragment: `an unknown view ${Date.now()}`,
};
