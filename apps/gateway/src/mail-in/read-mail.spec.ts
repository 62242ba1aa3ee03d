import { describe, expect, it } from '@jest/globals';
import { type ReadingOptions, readMail } from './read-mail.js';

const OPTIONS: ReadingOptions = { prefersHtml: false, keepsQuotes: false, keepsFooter: false };
const HEAD = 'From: Zoe <zoe@example.com>\r\nSubject: Soup\r\nMessage-ID: <1@example.com>\r\n';
const read = (text: string | Buffer, options: Partial<ReadingOptions> = {}) => readMail(Buffer.from(text), { ...OPTIONS, ...options });
const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
const multipart = (kind: string, ...parts: string[]) =>
  `${HEAD}Content-Type: multipart/${kind}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;

describe('a mail', () => {
  it('is read with its sender, subject and text', async () => {
    const mail = await read(`${HEAD}\r\nHello\r\nworld\r\n`);
    expect(mail).toMatchObject({
      messageId: '<1@example.com>',
      from: { name: 'Zoe', address: 'zoe@example.com' },
      subject: 'Soup',
      files: [],
      hops: 0,
    });
    expect(mail.text).toBe('Hello\nworld');
  });

  it('in HTML becomes text with links, without pictures, scripts and styles', async () => {
    const html =
      '<style>a{}</style><h1>News</h1><p>See <a href="https://example.com/a">this</a>.</p><ul><li>one</li></ul><img src=x><script>x</script>';
    const mail = await read(multipart('mixed', part('text/html', html)));
    expect(mail.text.replaceAll(/\n+/g, '\n')).toBe('News\nSee this (https://example.com/a).\n * one');
  });

  it('in both forms is read from the one that the address prefers', async () => {
    const both = multipart('alternative', part('text/plain', 'plain'), part('text/html', '<p>rich</p>'));
    expect([(await read(both)).text, (await read(both, { prefersHtml: true })).text]).toEqual(['plain', 'rich']);
  });

  it('loses quotes and footers, unless the address keeps them', async () => {
    const text = `${HEAD}\r\nYes.\r\n\r\n-- \r\nZoe\r\n\r\nOn Monday, Amir wrote:\r\n> Soup?\r\n`;
    expect((await read(text)).text).toBe('Yes.');
    expect((await read(text, { keepsFooter: true })).text).toBe('Yes.\n\n-- \nZoe');
    expect((await read(text, { keepsFooter: true, keepsQuotes: true })).text).toContain('> Soup?');
    expect((await read(`${HEAD}\r\n> only a quote\r\n`)).text).toBe('> only a quote');
  });

  it('has its files, also mails in it, and names those beyond twenty', async () => {
    const file = (name: string) =>
      `--b\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nPK\r\n`;
    const files = Array.from({ length: 22 }, (_, n) => file(`${n}.zip`));
    const mail = await read(
      multipart('mixed', part('text/plain', 'here'), part('message/rfc822', 'Subject: inner\r\n\r\nsecret'), ...files),
    );
    expect(mail.text).toBe('here');
    expect(mail.files.map(({ name }) => name)).toEqual(['message.eml', ...Array.from({ length: 19 }, (_, n) => `${n}.zip`)]);
    expect(mail.tooMany).toEqual(['19.zip', '20.zip', '21.zip']);
  });

  it.each([
    ['windows-1252', [0x80, 0xfc], '€ü'],
    ['iso-2022-jp', [...Buffer.from('\x1b$BF|K\\\x1b(B')], '日本'],
    ['koi8-r', [0xcd, 0xc9, 0xd2], 'мир'],
    ['no-such-charset', [0x61, 0xff], expect.stringMatching(/^a/)],
  ])('in %s is decoded', async (charset, bytes, expected) => {
    const head = `${HEAD}Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`;
    expect((await readMail(Buffer.concat([Buffer.from(head), Buffer.from(bytes)]), OPTIONS)).text).toEqual(expected);
  });
});

describe('a hostile mail', () => {
  const nested = (depth: number) =>
    `${HEAD}${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')}\r\ndeep\r\n`;

  it.each([
    ['nested 10,000 deep', nested(10_000)],
    ['with headers of a megabyte', `${HEAD}X: ${'a'.repeat(1_000_000)}\r\n\r\nhi`],
  ])('%s is refused', async (_, text) => {
    await expect(read(text)).rejects.toThrow();
  });

  it.each([
    ['nested 90 deep', nested(90)],
    ['without headers', 'hello'],
    ['with nothing', ''],
    ['with null bytes', `${HEAD}\r\na\0b`],
    ['without an end', `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>open`],
    ['with a broken encoding', `${HEAD}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!`],
    ['with a subject that cannot be decoded', 'Subject: =?utf-8?Q?=FF=FE?= =?x?B?@@?=\r\n\r\nhi'],
    ['of tags nested 100,000 deep', multipart('mixed', part('text/html', '<div>'.repeat(100_000)))],
    ['of 100,000 table cells', multipart('mixed', part('text/html', `<table><tr>${'<td>a'.repeat(100_000)}`))],
    ['of a megabyte of entities', multipart('mixed', part('text/html', '&lt;'.repeat(250_000)))],
    ['with 5,000 parts', multipart('mixed', part('text/plain', 'x').repeat(5_000))],
    ['with a megabyte of text', `${HEAD}\r\n${'word '.repeat(200_000)}`],
  ])('%s is read', async (_, text) => {
    const mail = await read(text);
    expect(mail.text.length).toBeLessThanOrEqual(50_000);
  });
});
