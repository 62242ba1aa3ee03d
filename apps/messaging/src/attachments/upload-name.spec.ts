import { describe, expect, it } from '@jest/globals';
import { uploadPathOf } from '@parley/contracts/messaging';
import { uploadName, uploadPathName } from './upload-name.js';

describe('the name of an upload', () => {
  it.each([
    ['cat.png', 'cat.png', 'cat.png'],
    ['my  cat (1).png', 'my cat (1).png', 'my-cat-1-.png'],
    ['Kätzchen.jpg', 'Kätzchen.jpg', 'Kätzchen.jpg'],
    ['猫.png', '猫.png', '猫.png'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt', 'a.txt'],
    ['a\0b\u0007.txt', 'ab.txt', 'ab.txt'],
    ['fdp\u202Egpj.exe', 'fdpgpj.exe', 'fdpgpj.exe'],
    ['.htaccess', '.htaccess', 'htaccess'],
    ['a"><script>.html', 'a"><script>.html', 'a-script-.html'],
    ['a?b#c%2f.txt', 'a?b#c%2f.txt', 'a-b-c-2f.txt'],
    ['🐈.png', '🐈.png', 'png'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['a/', 'uploaded-file', 'uploaded-file'],
    ['???', '???', 'uploaded-file'],
    [' a.txt ', 'a.txt', 'a.txt'],
    ['..-a.b-', '..-a.b-', 'a.b-'],
    ['a...', 'a...', 'a...'],
    ['Cafe\u0301', 'Caf\u00e9', 'Caf\u00e9'],
    ['\uff21.txt', '\uff21.txt', 'A.txt'],
  ])('%j is displayed as %j and has the URL name %j', (given, shown, addressed) => {
    const name = uploadName(given);
    expect([name, uploadPathName(name)]).toEqual([shown, addressed]);
  });

  it('has at most 100 characters, including its extension', () => {
    expect(uploadName(`${'x'.repeat(300)}.jpeg`)).toBe(`${'x'.repeat(95)}.jpeg`);
    expect([...uploadName('猫'.repeat(300))]).toHaveLength(100);
    expect(uploadName(`a.${'x'.repeat(300)}`)).toHaveLength(100);
    expect(uploadName('x'.repeat(100))).toBe('x'.repeat(100));
    expect(uploadName('🐈'.repeat(100))).toBe('🐈'.repeat(100));
    expect(uploadPathName(`${'猫'.repeat(300)}.png`)).toBe(`${'猫'.repeat(96)}.png`);
  });

  it('loses an extension of more than 20 characters if it is too long', () => {
    const named = (extension: number) => `${'a'.repeat(100)}.${'x'.repeat(extension)}`;
    expect(uploadName(named(19))).toBe(`${'a'.repeat(80)}.${'x'.repeat(19)}`);
    expect(uploadName(named(20))).toBe('a'.repeat(100));
    expect(uploadName(`${'a'.repeat(100)}.b c`)).toBe('a'.repeat(100));
  });
});

describe('the path of an upload', () => {
  const key = 'Ab3_-'.padEnd(24, 'x');

  it('contains its organization and its random key', () => {
    expect(uploadPathOf(`123456789/${key}/a`)).toEqual({ organizationId: 123_456_789, key: `uploads/123456789/${key}` });
    expect(uploadPathOf(`7/${key}/kätze.png`)).toEqual({ organizationId: 7, key: `uploads/7/${key}` });
  });

  it.each([
    '',
    '7',
    `7/${key}`,
    `7/${key}/`,
    `7/${key}/a/b`,
    '7/../../secret/a',
    `x/${key}/a`,
    `x7/${key}/a`,
    `12345678901/${key}/a`,
    `7/${key.slice(1)}/a`,
    `7/${key}/a/`,
    `7/${key}x/a`,
    `7/${key}/a\0`,
    `-1/${key}/a`,
  ])('%j is invalid', (pathId) => {
    expect(uploadPathOf(pathId)).toBeUndefined();
  });
});
