import { bad, make } from './api-error.js';

/** Errors about the configuration of an organization: settings, custom emoji, domains, linkifiers, code playgrounds. */
export const organizationErrors = {
  /** For the operator's command line. */
  invalidSubdomain: () => bad('Subdomain can only have lowercase letters, numbers, and dashes between them.'),
  organizationExists: (args: { stringId: string }) => bad(`Organization '${args.stringId}' already exists`),
  organizationActive: () => bad('The organization is active. Deactivate it first.'),
  beingPurged: () => bad('The organization is being purged. This cannot be taken back.'),
  beingImported: () => bad('The import of the organization is not finished. Run it again.'),
  notBeingPurged: () => bad('The organization is not being purged.'),

  invalidAuthenticationMethod: (args: { method: string; valid: string }) =>
    bad(`Invalid authentication method: ${args.method}. Valid methods are: ${args.valid}`),
  noAuthenticationMethod: () => bad('At least one authentication method must be enabled.'),

  // Calls
  bigBlueButtonNotConfigured: () => bad('BigBlueButton is not configured.'),
  bigBlueButtonLinkInvalid: () => bad('The link of this call is invalid or has expired.'),
  bigBlueButtonFailed: () => bad('Error connecting to the BigBlueButton server.'),
  zoomNotConfigured: () => bad('Zoom credentials have not been configured'),
  unknownZoomUser: () => make(400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email'),
  zoomFailed: () => bad('Failed to create Zoom call'),

  noSuchRealmEmoji: (args: { name: string }) => make(404, 'BAD_REQUEST', `Emoji '${args.name}' does not exist`),
  realmEmojiNameCharacters: () =>
    bad('Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.'),
  realmEmojiNameEnd: () => bad('Emoji names must end with either a letter or digit.'),
  realmEmojiNameInUse: () => bad('A custom emoji with this name already exists.'),
  cannotOverrideEmoji: () => bad('Only administrators can override default emoji.'),
  notEmojiAuthor: () => bad('Must be an organization administrator or emoji author'),
  tooManyRealmEmoji: (args: { limit: number }) =>
    bad(`An organization can have at most ${args.limit} custom emoji, including deactivated ones.`),

  domainEmpty: () => bad("Invalid domain: Domain can't be empty."),
  domainWithoutDot: () => bad('Invalid domain: Domain must have at least one dot (.)'),
  domainDotAtEnd: () => bad('Invalid domain: Domain cannot start or end with a dot (.)'),
  domainConsecutiveDots: () => bad("Invalid domain: Consecutive '.' are not allowed."),
  domainHyphenAtEnd: () => bad("Invalid domain: Subdomains cannot start or end with a '-'."),
  domainCharacters: () => bad("Invalid domain: Domain can only have letters, numbers, '.' and '-'s."),
  domainExists: (args: { domain: string }) => bad(`The domain ${args.domain} is already a part of your organization.`),
  noSuchDomain: (args: { domain: string }) => bad(`No entry found for domain ${args.domain}.`),
  tooManyDomains: (args: { limit: number }) => bad(`An organization can have at most ${args.limit} domains.`),

  noSuchLinkifier: () => bad('Linkifier not found.'),
  incompleteLinkifierOrder: () => bad('The ordered list must enumerate all existing linkifiers exactly once'),
  tooManyLinkifiers: (args: { limit: number }) => bad(`An organization can have at most ${args.limit} linkifiers.`),

  noSuchPlayground: () => bad('Invalid playground'),
  tooManyPlaygrounds: (args: { limit: number }) => bad(`An organization can have at most ${args.limit} code playgrounds.`),
} as const;
