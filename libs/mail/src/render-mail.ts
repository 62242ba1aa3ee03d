import { escapeHtml } from '@parley/runtime';
import type { MailLink, MailPart, MailTemplate } from './mail-template.js';
import { plainWords } from './plain-words.js';

/** The sender named at the end of each mail. */
export interface MailSender {
  readonly name: string;
  readonly url: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mail programs show fewer characters. */
const MAX_SUBJECT_LENGTH = 200;

export function renderMail<V>(template: MailTemplate<V>, values: V, sender: MailSender): RenderedMail {
  const subject = cut(plainWords(template.subject(values)));
  const parts = template.body(values);
  const name = plainWords(sender.name);
  return {
    subject,
    text: `${parts.map(textOf).join('\n\n')}\n\n-- \n${name}\n${sender.url}\n`,
    html: page(
      subject,
      template.language?.(values) ?? 'en',
      parts.map(htmlOf).join('\n'),
      `${escapeHtml(name)}<br>${anchor({ label: sender.url, link: sender.url })}`,
    ),
  };
}

function cut(text: string): string {
  const points = [...text];
  return points.length <= MAX_SUBJECT_LENGTH ? text : `${points.slice(0, MAX_SUBJECT_LENGTH - 1).join('')}…`;
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return plainWords(part);
  if ('html' in part) return part.text;
  if ('list' in part) return part.list.map(({ label, link }) => `- ${plainWords(label)}\n  ${link}`).join('\n');
  return `${plainWords(part.label)}:\n${part.link}`;
}

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHtml(plainWords(part))}</p>`;
  if ('html' in part) return part.html;
  if ('list' in part)
    return `<ul style="margin:0 0 16px;padding-left:20px">${part.list.map((link) => `<li>${anchor(link)}</li>`).join('')}</ul>`;
  return button(part);
}

/** The URL is also shown below: for readers who want to see the target, and for programs without buttons. */
function button(link: MailLink): string {
  return `<p style="margin:24px 0 8px"><a href="${escapeHtml(link.link)}" style="${BUTTON}">${escapeHtml(plainWords(link.label))}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all">${anchor({ label: link.link, link: link.link })}</p>`;
}

function anchor({ label, link }: MailLink): string {
  return `<a href="${escapeHtml(link)}" style="color:#1d4ed8">${escapeHtml(plainWords(label))}</a>`;
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none';

/** Loads nothing: no pictures and fonts, and no tracking of readers. */
function page(title: string, language: string, content: string, footer: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#111827;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:8px;background:#ffffff">
<h1 style="margin:0 0 24px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
${content}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d1d5db;font-size:13px;color:#4b5563">${footer}</p>
</div>
</body>
</html>
`;
}
