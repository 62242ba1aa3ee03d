import { describe, expect, it } from '@jest/globals';
import { uploadName, uploadPathName, uploadPathOf } from './upload-name.js';

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
  ])('%j is shown as %j and addressed as %j', (given, shown, addressed) => {
    const name = uploadName(given);
    expect([name, uploadPathName(name)]).toEqual([shown, addressed]);
  });

  it('has at most 100 characters, its ending among them', () => {
    expect(uploadName(`${'x'.repeat(300)}.jpeg`)).toBe(`${'x'.repeat(95)}.jpeg`);
    expect([...uploadName('猫'.repeat(300))]).toHaveLength(100);
    expect(uploadName(`a.${'x'.repeat(300)}`)).toHaveLength(100);
  });
});

describe('the path of an upload', () => {
  const place = 'Ab3_-'.padEnd(24, 'x');

  it('names its organization and where its bytes are', () => {
    expect(uploadPathOf(`7/${place}/kätze.png`)).toEqual({ organizationId: 7, key: `uploads/7/${place}` });
  });

  it.each([
    '',
    '7',
    `7/${place}`,
    `7/${place}/`,
    `7/${place}/a/b`,
    '7/../../secret/a',
    `x/${place}/a`,
    `7/${place}x/a`,
    `7/${place}/a\0`,
    `-1/${place}/a`,
  ])('%j is none', (pathId) => {
    expect(uploadPathOf(pathId)).toBeUndefined();
  });
});
