import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { linesWithSecrets, secretsOf, secretWordsIn } from './secrets-in-logs.js';

const folders = new ScratchFolders();
let directory: string;
beforeEach(() => {
  directory = folders.make('secrets');
  mkdirSync(join(directory, 'logs'));
});
afterEach(() => folders.remove());

const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
const found = (secrets: readonly string[]) => linesWithSecrets(join(directory, 'logs'), secrets);

describe('the secrets of a suite', () => {
  it('are its own and those of the demo users', () => {
    write('secrets.json', JSON.stringify({ callerSecret: 'a'.repeat(20) }));
    write('demo.json', JSON.stringify({ users: [{ email: 'ann@example.com', api_key: 'k'.repeat(32), password: 'p'.repeat(16) }] }));
    expect(secretsOf(directory)).toEqual(['a'.repeat(20), 'k'.repeat(32), 'p'.repeat(16)]);
  });

  it('and words that tests recorded are read once each', () => {
    write('words', '"meet me at noon"\n"meet me at noon"\n"a \\"quoted\\" word"\n');
    expect(secretWordsIn(join(directory, 'words'))).toEqual(['meet me at noon', 'a "quoted" word']);
    expect(secretWordsIn(join(directory, 'absent'))).toEqual([]);
  });
});

describe('a log line', () => {
  it.each([
    ['with a secret', '{"msg":"meet me at noon"}'],
    ['with a secret as JSON writes it', '{"msg":"a \\"quoted\\" word"}'],
    ['with credentials', '{"authorization":"Basic dGVzdEBleGFtcGxlLmNvbTprZXk="}'],
  ])('%s is reported by its position only', (_, line) => {
    write('logs/messaging-1.log', `{"msg":"ready"}\n${line}\n`);
    expect(found(['meet me at noon', 'a "quoted" word'])).toEqual(['messaging-1.log:2']);
  });

  it('in the log of one suite among several is reported with its folder', () => {
    mkdirSync(join(directory, 'logs', 'parley-cluster-1'));
    write('logs/parley-cluster-1/gateway-2.log', '{"msg":"I meet me at noon, and again"}\n{"msg":"I meet you at noon"}\n');
    expect(found(['meet me at noon', 'meet me at night'])).toEqual(['parley-cluster-1/gateway-2.log:1']);
  });

  it('without secrets is not reported, nor are short words', () => {
    write('logs/messaging-1.log', '{"msg":"ready","path":"/basic auth"}\n');
    expect(found(['ready', 'meet me at noon'])).toEqual([]);
  });
});
