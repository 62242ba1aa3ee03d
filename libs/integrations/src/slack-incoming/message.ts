import { z } from 'zod';
import { bold, link, paragraphs } from '../text/markdown.js';
import { mrkdwn, plainText } from './mrkdwn.js';

const text = z.string().nullish();
const textObject = z.union([z.object({ type: z.string().optional(), text: z.string() }), z.string()]);
const block = z.object({
  type: z.string(),
  text: textObject.optional(),
  fields: z.array(textObject).optional(),
  elements: z.array(z.unknown()).optional(),
  title: textObject.optional(),
  alt_text: text,
  image_url: text,
});
const attachment = z.object({
  pretext: text,
  author_name: text,
  author_link: text,
  title: text,
  title_link: text,
  text,
  fallback: text,
  fields: z.array(z.object({ title: text, value: z.union([z.string(), z.number(), z.boolean()]).nullish() })).nullish(),
  footer: text,
  blocks: z.array(block).nullish(),
});

export const slackMessage = z.object({ text, blocks: z.array(block).nullish(), attachments: z.array(attachment).nullish() });
type Block = z.infer<typeof block>;

const MAX_PARTS = 50;

/** Blocks replace the text, which Slack shows only in notifications then. */
export function writeSlackMessage({ text: own, blocks, attachments }: z.infer<typeof slackMessage>): string {
  const written = paragraphs(...(blocks ?? []).slice(0, MAX_PARTS).map(writeBlock));
  return paragraphs(written === '' ? mrkdwn(own ?? '') : written, ...(attachments ?? []).slice(0, MAX_PARTS).map(writeAttachment));
}

function writeAttachment({
  pretext,
  author_name,
  author_link,
  title,
  title_link,
  fallback,
  fields,
  footer,
  blocks,
  text: own,
}: z.infer<typeof attachment>): string {
  const head = link(title ?? '', title_link);
  const body = paragraphs(
    mrkdwn(pretext ?? ''),
    link(author_name ?? '', author_link),
    head === '' ? '' : `**${head}**`,
    mrkdwn(own ?? ''),
    ...(blocks ?? []).slice(0, MAX_PARTS).map(writeBlock),
    (fields ?? [])
      .slice(0, MAX_PARTS)
      .map((field) => [bold(mrkdwnless(field.title)), mrkdwn(String(field.value ?? ''))].filter((part) => part !== '').join(': '))
      .join('\n'),
    plainText(footer ?? ''),
  );
  return body === '' ? mrkdwn(fallback ?? '') : body;
}

function mrkdwnless(title: string | null | undefined): string {
  return (title ?? '').replaceAll(/[*_~`]/g, '');
}

function writeBlock({ type, text: own, fields, elements, title, alt_text, image_url }: Block): string {
  switch (type) {
    case 'header':
      return own === undefined ? '' : bold(typeof own === 'string' ? own : own.text);
    case 'section':
      return paragraphs(written(own), (fields ?? []).slice(0, MAX_PARTS).map(written).join('\n'));
    case 'context':
      return (elements ?? [])
        .slice(0, MAX_PARTS)
        .map(writeElement)
        .filter((part) => part !== '')
        .join(' ');
    case 'image':
      return link((typeof title === 'string' ? title : title?.text) || alt_text || 'Image', image_url);
    case 'actions':
      return (elements ?? [])
        .slice(0, MAX_PARTS)
        .map(writeButton)
        .filter((part) => part !== '')
        .join(' ');
    default:
      return '';
  }
}

function written(given: z.infer<typeof textObject> | undefined): string {
  if (given === undefined) return '';
  if (typeof given === 'string') return mrkdwn(given);
  return given.type === 'plain_text' ? plainText(given.text) : mrkdwn(given.text);
}

function writeElement(element: unknown): string {
  const parsed = textObject.safeParse(element);
  return parsed.success ? written(parsed.data) : '';
}

const button = z.object({ text: textObject, url: z.string() });

/** A button with an address is a link. Others would need Slack. */
function writeButton(element: unknown): string {
  const parsed = button.safeParse(element);
  if (!parsed.success) return '';
  const label = parsed.data.text;
  return link(typeof label === 'string' ? label : label.text, parsed.data.url);
}
