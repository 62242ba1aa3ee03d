import type { MessageArea } from './declared-messages.js';

/** A message that one of two versions refuses when they run side by side, with the reason why no request fails because of it. */
export interface AcceptedBreak {
  readonly area: MessageArea;
  readonly sentBy: 'previous' | 'today';
  /** The line of the failing test. */
  readonly refusal: string;
  readonly reason: string;
}

const POLLS = [
  'answers.*.outcome: must be equal to one of the allowed values',
  "answers.*: must have required property 'events'",
  'answers.*: must match exactly one schema in oneOf',
].map(
  (refused): AcceptedBreak => ({
    area: 'answers',
    sentBy: 'today',
    refusal: `event-queue.pollQueues: the previous version refuses ${refused}`,
    reason: 'The outcome `written` is sent to gateways that ask for it with `wantsTexts`, which those of the previous version do not.',
  }),
);

const SET_UPLOAD_QUOTA = (['inputs', 'answers'] as const).map(
  (area): AcceptedBreak => ({
    area,
    sentBy: 'previous',
    refusal: 'organization.setUploadQuota is not declared any more',
    reason: 'Only the command line calls it, which runs in the version of the services. setQuotas has replaced it.',
  }),
);

/** Emptied at each release, when the fixtures are written anew. An entry that is no longer true fails the test. */
export const ACCEPTED_BREAKS: readonly AcceptedBreak[] = [
  ...POLLS,
  ...SET_UPLOAD_QUOTA,
  {
    area: 'answers',
    sentBy: 'today',
    refusal: 'event-queue.registerQueue: the previous version refuses realm_default_stream_groups.*: must NOT be valid',
    reason: 'Gateways pass a registration on as text.',
  },
  {
    area: 'answers',
    sentBy: 'today',
    refusal:
      'event-queue.registerQueue: the previous version refuses realm_video_chat_provider: must be equal to one of the allowed values',
    reason: 'Gateways pass a registration on as text.',
  },
  {
    area: 'answers',
    sentBy: 'today',
    refusal:
      'organization.updateOrganization: the previous version refuses video_chat_provider: must be equal to one of the allowed values',
    reason: 'Gateways pass the answer on as text. The values need variables that only an operator of the new version sets.',
  },
];
