import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type PushConfig, webPushVariables } from '@parley/runtime';
import { z } from 'zod';
import { serviceAccount } from './google-access-token.js';
import { KNOWN_PUSH_HOSTS } from './push-hosts.js';
import { webPushKeyPair } from './web-push-key.js';

const KEY_BYTES = 32;

/** For the service that stores where devices are reached. */
export const pushRegistrationVariables = {
  /** The private keys for which apps encrypt their registrations, in base64, with commas. Without it no device can register for encryption. */
  PUSH_REGISTRATION_KEYS: z
    .string()
    .default('')
    .transform((text) => (text === '' ? [] : text.split(',')))
    .refine(
      (keys) => keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
      `must be keys of ${KEY_BYTES} bytes in base64, with commas between them`,
    ),
  ...pushHostVariables(),
};

/** For the service that sends. `_FILE` names a file with the value. */
export const pushSenderVariables = {
  APNS_KEY: z.string().min(1).optional(),
  APNS_KEY_FILE: z.string().min(1).optional(),
  APNS_KEY_ID: z.string().min(1).optional(),
  APNS_TEAM_ID: z.string().min(1).optional(),
  /** Apple's servers for apps in development. */
  APNS_SANDBOX: z.stringbool().default(false),
  APNS_ENDPOINT: z.url({ protocol: /^https$/ }).optional(),
  APNS_CA_FILE: z.string().min(1).optional(),
  FCM_CREDENTIALS: z.string().min(1).optional(),
  FCM_CREDENTIALS_FILE: z.string().min(1).optional(),
  FCM_ENDPOINT: z.url({ protocol: /^https?$/ }).default('https://fcm.googleapis.com'),
  ...webPushVariables,
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, `must be a key of ${KEY_BYTES} bytes in base64url`)
    .optional(),
  WEB_PUSH_SUBJECT: z.url({ protocol: /^(https|mailto)$/, error: 'must begin with mailto: or https:' }).optional(),
  /** Without it, notifications tell only who wrote where, and not what. Encrypted ones are not concerned. */
  PUSH_CONTENT: z.stringbool().default(true),
  ...pushHostVariables(),
};

/** Both services must agree on the hosts. */
function pushHostVariables() {
  return {
    WEB_PUSH_HOSTS: z
      .string()
      .default(KNOWN_PUSH_HOSTS.join(','))
      .transform((text) => text.split(',')),
  };
}

export type PushRegistrationConfig = z.infer<z.ZodObject<typeof pushRegistrationVariables>>;
export type PushSenderConfig = PushConfig & z.infer<z.ZodObject<typeof pushSenderVariables>>;

type Fault = (name: string, message: string) => void;

/** Checks that each service of PUSH_SERVICES has what it needs, and reads the files. So a wrong key stops the start, not the first message. */
export const checkPushSenders = z.superRefine<PushSenderConfig>(
  (config, { addIssue }) => {
    // Another fault of the configuration may be that this is no list.
    if (!Array.isArray(config.PUSH_SERVICES)) return;
    const fault: Fault = (name, message) => addIssue({ code: 'custom', path: [name], message, input: config });
    if (config.PUSH_SERVICES.includes('apns')) checkApns(config, fault);
    if (config.PUSH_SERVICES.includes('fcm')) checkFcm(config, fault);
    if (config.PUSH_SERVICES.includes('web')) checkWeb(config, fault);
  },
  { when: () => true },
);

function checkApns(config: PushSenderConfig, fault: Fault): void {
  for (const name of ['APNS_KEY_ID', 'APNS_TEAM_ID'] as const) {
    if (config[name] === undefined) fault(name, 'is not set, but PUSH_SERVICES has apns');
  }
  readChecked(config, 'APNS_KEY', fault, 'apns', 'must be a private key on P-256 in PEM', (text) => {
    if (createPrivateKey(text).asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('another curve');
  });
  if (config.APNS_CA_FILE !== undefined && textOfFile(config.APNS_CA_FILE) === undefined)
    fault('APNS_CA_FILE', 'names a file that cannot be read');
}

function checkFcm(config: PushSenderConfig, fault: Fault): void {
  readChecked(config, 'FCM_CREDENTIALS', fault, 'fcm', 'must be the JSON of a service account of Google', (text) => {
    createPrivateKey(serviceAccount.parse(JSON.parse(text)).private_key);
  });
}

function checkWeb({ WEB_PUSH_KEY, WEB_PUSH_PUBLIC_KEY, WEB_PUSH_SUBJECT }: PushSenderConfig, fault: Fault): void {
  if (WEB_PUSH_PUBLIC_KEY === undefined) fault('WEB_PUSH_PUBLIC_KEY', 'is not set, but PUSH_SERVICES has web');
  if (WEB_PUSH_KEY === undefined) fault('WEB_PUSH_KEY', 'is not set, but PUSH_SERVICES has web');
  else if (!holds((key) => webPushKeyPair(key), WEB_PUSH_KEY)) fault('WEB_PUSH_KEY', 'must be a private key on P-256');
  else if (WEB_PUSH_PUBLIC_KEY !== undefined && webPushKeyPair(WEB_PUSH_KEY).publicKey !== WEB_PUSH_PUBLIC_KEY)
    fault('WEB_PUSH_PUBLIC_KEY', 'is not the public key of WEB_PUSH_KEY');
  if (WEB_PUSH_SUBJECT === undefined) fault('WEB_PUSH_SUBJECT', 'is not set, but PUSH_SERVICES has web');
}

function readChecked(
  config: PushSenderConfig,
  name: 'APNS_KEY' | 'FCM_CREDENTIALS',
  fault: Fault,
  service: string,
  problem: string,
  check: (text: string) => void,
): void {
  const file = `${name}_FILE` as const;
  const text = secretText(config, name);
  if (config[name] === undefined && config[file] === undefined) {
    fault(name, `is not set, and ${file} is not set either, but PUSH_SERVICES has ${service}`);
  } else if (config[name] !== undefined && config[file] !== undefined)
    fault(file, `is set, and ${name} is set too: only one of them may be`);
  else if (text === undefined) fault(file, 'names a file that cannot be read');
  else if (!holds(check, text)) fault(config[name] === undefined ? file : name, problem);
}

function holds(check: (text: string) => void, text: string): boolean {
  try {
    check(text);
    return true;
  } catch {
    return false;
  }
}

/** The value, or the text of the file. Undefined if there is none. */
export function secretText(config: PushSenderConfig, name: 'APNS_KEY' | 'FCM_CREDENTIALS'): string | undefined {
  const file = config[`${name}_FILE`];
  return config[name] ?? (file === undefined ? undefined : textOfFile(file));
}

export function textOfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
