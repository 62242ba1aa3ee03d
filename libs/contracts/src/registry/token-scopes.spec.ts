import { describe, expect, it } from '@jest/globals';
import { CHANNEL_SCOPES, mayUseChannel, TOKEN_SCOPES, tokenRefusal } from '../token-scopes.js';
import { ENDPOINTS } from './index.js';

const KNOWN: readonly string[] = [...TOKEN_SCOPES, 'any', 'full', 'none'];
const namesOf = (isWrong: (endpoint: (typeof ENDPOINTS)[number]) => boolean) => ENDPOINTS.filter(isWrong).map(({ name }) => name);

/** Part of a name of an endpoint that gives or shows what opens something, or that continues to work after the token was revoked. */
const OPENS =
  /ApiKey|ApiToken|ProvisioningToken|Bots?$|Session|Invitations?$|createUser$|reactivateUser|Push|[aA]pns|[fF]cm|EmailAddress|Export|deactivateMe/;
/** They take access away, and give none. */
const TAKES_AWAY = ['revokeInvitation', 'revokeMultiuseInvitation'];

describe('the scope of an endpoint', () => {
  it('is declared, and `none` where credentials are ignored, and only there', () => {
    expect(namesOf(({ scope }) => !KNOWN.includes(scope))).toEqual([]);
    expect(namesOf(({ scope, auth }) => (scope === 'none') !== (auth === 'none'))).toEqual([]);
  });

  it('is `full` where an endpoint gives or shows what opens something', () => {
    const open = namesOf(({ name, scope }) => OPENS.test(name) && !['full', 'none'].includes(scope));
    expect(open.sort()).toEqual(TAKES_AWAY.toSorted());
  });

  it('is not one that only reads where something is changed', () => {
    const changing = namesOf(({ method, scope }) => method !== 'GET' && (scope === 'read' || scope === 'any'));
    // A queue is how events are read, and a preview stores nothing.
    expect(changing.sort()).toEqual(['deleteQueue', 'registerQueue', 'renderMessage']);
  });

  it('keeps to channels only where a token that is limited to channels can have it', () => {
    const limited = ENDPOINTS.filter(({ channelLimit }) => channelLimit !== undefined);
    expect(limited.filter(({ scope }) => scope !== 'any' && !CHANNEL_SCOPES.some((each) => each === scope))).toEqual([]);
    expect(limited.filter(({ channelLimit, params }) => channelLimit === 'stream_id' && !params.stream_id?.options.required)).toEqual([]);
  });
});

describe('a token', () => {
  const reading = { id: 't', scopes: ['read'] };

  it.each([
    ['the scope', { scope: 'read' }, undefined],
    ['any scope', { scope: 'any' }, undefined],
    ['no scope', { scope: 'none' }, undefined],
    ['another scope', { scope: 'send' }, 'TOKEN_SCOPE_MISSING'],
    ['more than a token', { scope: 'full' }, 'TOKEN_NOT_ALLOWED'],
  ] as const)('may call what needs %s, or is refused by name', (_, needed, code) => {
    expect(tokenRefusal(reading, needed)?.code).toBe(code);
  });

  it('needs both scopes of an endpoint whose answer shows more than the first one allows', () => {
    const needed = { scope: 'personal', alsoNeeds: 'read' } as const;
    const codes = [['read'], ['personal'], ['personal', 'read']].map((scopes) => tokenRefusal({ id: 't', scopes }, needed)?.fields.scope);
    expect(codes).toEqual(['personal', 'read', undefined]);
  });

  it('that is limited to channels is refused where an endpoint cannot keep to them', () => {
    const limited = { ...reading, channelIds: [7] };
    expect(tokenRefusal(limited, { scope: 'read' })?.code).toBe('TOKEN_LIMITED_TO_CHANNELS');
    expect(tokenRefusal(limited, { scope: 'any' })?.code).toBe('TOKEN_LIMITED_TO_CHANNELS');
    expect(tokenRefusal(limited, { scope: 'read', channelLimit: 'service' })).toBeUndefined();
    expect(tokenRefusal(limited, { scope: 'send', channelLimit: 'service' })?.code).toBe('TOKEN_SCOPE_MISSING');
  });

  it('is for its channels only, and without a list for all conversations', () => {
    const limited = { channelIds: [7] };
    expect([mayUseChannel(limited, 7), mayUseChannel(limited, 8), mayUseChannel(limited, null)]).toEqual([true, false, false]);
    expect([mayUseChannel({}, 8), mayUseChannel(undefined, null)]).toEqual([true, true]);
  });

  it('names the missing scope in a field', () => {
    expect(tokenRefusal(reading, { scope: 'manage_channels' })?.toBody()).toEqual({
      result: 'error',
      msg: 'This API token does not have the scope manage_channels.',
      code: 'TOKEN_SCOPE_MISSING',
      scope: 'manage_channels',
    });
  });
});
