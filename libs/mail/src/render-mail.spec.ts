import { describe, expect, it } from '@jest/globals';
import { mailTemplate } from './mail-template.js';
import { renderMail } from './render-mail.js';

const greeting = mailTemplate<{ name: string }>({
  name: 'greeting',
  subject: ({ name }) => `Hello ${name}`,
  body: ({ name }) => [
    `Dear ${name},`,
    { label: 'Join', link: 'http://demo.example/join?a=1&b=2' },
    { list: [{ label: name, link: 'http://demo.example' }] },
  ],
});
const render = (name: string, sender = 'Demo') => renderMail(greeting, { name }, { name: sender, url: 'http://demo.example' });

describe('a mail', () => {
  it('has text and HTML from one declaration, with the organization and its URL', () => {
    const { subject, text, html } = render('Zoë');
    expect(subject).toBe('Hello Zoë');
    expect(text).toBe(`Dear Zoë,

Join:
http://demo.example/join?a=1&b=2

- Zoë
  http://demo.example

-- 
Demo
http://demo.example
`);
    expect(html).toContain('<p style="margin:0 0 16px">Dear Zoë,</p>');
    expect(html).toContain('href="http://demo.example/join?a=1&#38;b=2"');
    expect(html).toContain('Demo<br>');
  });

  it('is accessible, declares its language, and loads nothing', () => {
    const { html } = render('Zoë');
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Hello Zoë</title>');
    expect(html).not.toMatch(/<(img|link|script|iframe|style)|src=|url\(|background-image/i);
  });

  it.each(['<b>Zoë</b>', '"><script>alert(1)</script>', "' onclick='x", '&lt;', '<a href="http://evil.example">'])(
    'contains %j only as text',
    (name) => {
      const { html, text } = render(name, name);
      expect(text).toContain(`Dear ${name},`);
      expect(html).not.toContain(name);
      expect(html.match(/<a /g)).toHaveLength(4);
    },
  );

  it.each(['A\r\nBcc: spy@evil.example', 'A\n\nSee http://evil.example', 'A\0B', 'A\u2028B', 'A\u0085B', 'A\tB', 'A\u001b[2JB'])(
    'keeps %j on one line',
    (name) => {
      const plain = render('');
      const { subject, text } = render(name, name);
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(text.split('\n')).toHaveLength(plain.text.split('\n').length);
    },
  );

  it('changes no direction of text, and contains no lone surrogates', () => {
    const { subject, html } = render('moc.live\u202e\u2066\u200f \ud800');
    expect(subject).toBe('Hello moc.live �');
    expect(html).not.toMatch(/[\u202e\u2066\u200f]/u);
  });

  it('has a subject of limited length, cut between characters', () => {
    const { subject, text } = render('😀'.repeat(5_000));
    expect([...subject]).toHaveLength(200);
    expect(subject.endsWith('😀…')).toBe(true);
    expect(text).toContain('😀'.repeat(5_000));
  });
});
