import { z } from 'zod';
import { endpoint, serviceCall } from '../contract.js';
import { bool, storedText } from '../wire/param.js';

/** Values of the setting `video_chat_provider`. The numbers between belong to providers that Parley does not offer. */
export const VIDEO_CHAT_PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  big_blue_button: { name: 'BigBlueButton', id: 4 },
  zoom_server_to_server: { name: 'Zoom', id: 5 },
} as const;
export type VideoChatProvider = keyof typeof VIDEO_CHAT_PROVIDERS;

const MAX_MEETING_NAME = 200;
/** Longer than the provider is waited for. */
const TIMEOUT_MS = 20_000;

/**
 * The address of a new meeting on the BigBlueButton server of the installation. A person who opens it within a week enters
 * their name and joins. The meeting begins when the first person joins.
 */
export const createBigBlueButtonCall = endpoint({
  name: 'createBigBlueButtonCall',
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  service: 'organization',
  scope: 'send',
  summary: 'Create a BigBlueButton video call',
  humansOnly: true,
  params: {
    meeting_name: storedText({ min: 1, max: MAX_MEETING_NAME }).describe('Name of the meeting.').example('Lunch'),
    voice_only: bool().default(false).describe('Participants cannot turn their cameras on.'),
  },
  response: { url: z.string() },
  errors: ['bigBlueButtonNotConfigured'],
  example: { url: 'https://demo.example.com/calls/bigbluebutton/join?bigbluebutton=eyJpZCI6.oXk2' },
});

/** A new meeting in the Zoom account of the installation. The caller, found there by their email address, is its host. */
export const createZoomCall = endpoint({
  name: 'createZoomCall',
  method: 'POST',
  path: '/calls/zoom/create',
  service: 'organization',
  scope: 'send',
  summary: 'Create a Zoom video call',
  humansOnly: true,
  timeoutMs: TIMEOUT_MS,
  params: { is_video_call: bool().default(true).describe('Cameras are on when participants join.') },
  response: { url: z.string() },
  errors: ['zoomNotConfigured', 'unknownZoomUser', 'zoomFailed'],
  example: { url: 'https://example.zoom.us/j/123456789' },
});

/** What the page of a BigBlueButton meeting does. Errors: bigBlueButtonNotConfigured, bigBlueButtonLinkInvalid, bigBlueButtonFailed. */
export const joinBigBlueButtonCall = serviceCall({
  name: 'joinBigBlueButtonCall',
  service: 'organization',
  input: z.object({ token: z.string(), fullName: z.string() }),
  output: z.object({
    /** Where the person enters the meeting, on the BigBlueButton server. */
    url: z.string(),
  }),
  timeoutMs: TIMEOUT_MS,
  safeToRetry: true,
});
