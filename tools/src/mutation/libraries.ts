/** A library whose specs are tested by mutation. */
export interface MutatedLibrary {
  readonly name: string;
  /** The folder with the specs that must fail. */
  readonly specs: string;
  /** Globs. A leading `!` takes files out. */
  readonly sources: readonly string[];
  /** Ends of the paths of specs that are not run: they run a bundle, which no mutant changes, measure time, or try hundreds of random texts. */
  readonly withoutSpecs: readonly string[];
  /**
   * A mutant runs the specs of its own file only. For libraries whose specs all reach most sources, so that each mutant would run all of them,
   * for hours. The score can only be too low; the other specs detected none of the 43 mutants that survived the spec of rules/links. The
   * sources are paths, not globs. The record names the specs of a source that others test, or test too.
   */
  readonly ownSpecs: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Sources that decide, parse or calculate, and whose specs need no stores. Sources that only connect stores, sockets and Nest are tested on
 * real stores, so they are not listed. Smallest first.
 */
export const MUTATED_LIBRARIES: readonly MutatedLibrary[] = [
  library('rpc', ['call-frames', 'expensive-calls', 'raw-json', 'seals', 'seen-calls']),
  library('runtime', ['config', 'escape-html', 'organization-addresses', 'transient-errors', 'fairness/*']),
  library('access', [
    'channels/*.policy',
    'groups/*.policy',
    'groups/group-graph',
    'groups/chosen-setting',
    'groups/normal-group-setting',
    'groups/system-groups',
    'messages/*.policy',
    'people/avatar-url',
    'people/email-address',
    'people/email-domain.policy',
  ]),
  library('contracts', [
    'event-id',
    'messaging/message-flag-names',
    'topic-name',
    'wire/decode-params',
    'wire/parameter-error',
    'wire/json-depth',
    'wire/storable-text',
  ]),
  library('client-events', [
    'channels/channel-unarchived',
    'channels/channel-updated',
    'channels/channel-watchers',
    'channels/inherited-notifications',
    'channels/revealing-channels',
    'channels/subscription-{added,removed}',
    'channels/topic-visibility-changed',
    'messaging/first-message',
    'messaging/message-{object,sent,updated,watchers}',
    'messaging/messages-{became-read,deleted}',
    'messaging/reaction-events',
    'messaging/register-narrow',
    'messaging/strangers',
    'messaging/typing-changed',
    'organization/organization-updated',
    'organization/user-{audience,created,emails-changed,group-audience,group-deactivated,object}',
    'settings/inherited-notifications-changed',
    'settings/presence-{changed,forms}',
    'settings/settings-changed',
    'stock-clients',
  ]),
  library(
    'markdown',
    [
      'alert-words',
      'emoji/emoji-table',
      'emoji/requested-emoji',
      'emoji/unicode-emoji',
      'named-syntax',
      'referenced-names',
      'rendered-facts',
      'rules/bare-links',
      'rules/channel-links',
      'rules/emoji',
      'rules/fences',
      'rules/global-times',
      'rules/linkify-patterns',
      'rules/links',
      'rules/lists',
      'rules/mentions',
    ],
    {
      withoutSpecs: ['bounds.spec.ts', 'render-thread.spec.ts', 'safety.spec.ts'],
      ownSpecs: {
        'emoji/unicode-emoji': ['emoji/unicode-emoji', 'rules/emoji', 'render-message'],
        'named-syntax': ['rules/mentions', 'rules/channel-links', 'referenced-names', 'rendered-facts'],
        'rendered-facts': ['rendered-facts', 'render-message', 'rules/mentions', 'rules/linkify-patterns', 'rules/media-previews'],
        'rules/bare-links': ['rules/links'],
      },
    },
  ),
  service('gateway', ['config']),
  service('channels', ['activity/channel-traffic', 'channels/*.policy']),
  service('invitations', ['invitations/*.policy']),
  service('settings', ['presence/presence-report']),
  service('organization', [
    '*/*.policy',
    'domains/domain-name',
    'emoji/realm-emoji-name',
    'groups/group-name',
    'linkifiers/*-template',
    'profile-fields/profile-field-data',
    'reordering',
  ]),
  service('messaging', [
    '*/*.policy',
    '*/topic-visibility-on-*',
    'attachments/upload-name',
    'composing/message-content',
    'composing/widget-of-content',
    'destinations/addressee',
    'drafts/checked-draft',
    'reading/narrow-range',
    'reading/narrow-terms',
    'reading/search-query',
    'sending/draft',
    'typing/typing-request',
  ]),
];

export interface SelectedLibrary {
  readonly library: MutatedLibrary;
  /** Undefined: all. */
  readonly sources: readonly string[] | undefined;
}

/** By words of a command line: names of libraries, or globs of sources in them. Without words: all. A word that fits nothing gives nothing. */
export function selectMutated(words: readonly string[]): readonly SelectedLibrary[] {
  if (words.length === 0) return MUTATED_LIBRARIES.map((library) => ({ library, sources: undefined }));
  return MUTATED_LIBRARIES.flatMap((library): SelectedLibrary[] => {
    const globs = words.filter((word) => word.startsWith(`${library.specs}/`));
    if (words.includes(library.name)) return [{ library, sources: undefined }];
    return globs.length === 0 ? [] : [{ library, sources: globs }];
  });
}

function library(name: string, files: readonly string[], options: Partial<MutatedLibrary> = {}): MutatedLibrary {
  return mutated(name, `libs/${name}/src`, files, options);
}

/** The decisions of a service that need no stores. */
function service(name: string, files: readonly string[]): MutatedLibrary {
  return mutated(name, `apps/${name}/src`, files);
}

function mutated(name: string, specs: string, files: readonly string[], options: Partial<MutatedLibrary> = {}): MutatedLibrary {
  return { name, specs, sources: files.map((file) => `${specs}/${file}.ts`), withoutSpecs: [], ownSpecs: undefined, ...options };
}
