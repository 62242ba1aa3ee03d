import type { PersonalMessage } from '@parley/access';
import { UNKNOWN_NAME } from '@parley/contracts/organization';
import type { UserSettingValues } from '@parley/contracts/settings';
import type { PreparedPart } from '@parley/mail';
import { escapeHtml } from '@parley/runtime';
import { type MailHtmlOptions, mailHtml, mailText } from './mail-html.js';

export interface ShownMessageOptions extends MailHtmlOptions {
  readonly settings: UserSettingValues;
  readonly locale: string;
  /** In grey: it was read before. */
  readonly isContext?: boolean;
}

/** A message in a mail: who wrote it, when, and its text. */
export function shownMessage({ facts, sender }: PersonalMessage, options: ShownMessageOptions): PreparedPart {
  const name = sender.hides === 'everything' ? UNKNOWN_NAME : sender.fullName;
  const time = timeIn(options, facts.sentAt);
  const style = options.isContext ? 'margin:0 0 12px;color:#4b5563' : 'margin:0 0 12px';
  return {
    text: `${name} (${time}):\n${mailText(facts.content, options)}`,
    html: `<div style="${style}"><p style="margin:0"><strong>${escapeHtml(name)}</strong> <span style="font-size:13px;color:#4b5563">${escapeHtml(time)}</span></p>\n${mailHtml(facts.rendered, options)}</div>`,
  };
}

/** In the time zone of the person; if they have none, in UTC. */
function timeIn({ settings, locale }: ShownMessageOptions, seconds: number): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: settings.timezone === '' ? 'UTC' : settings.timezone,
    ...(settings.twenty_four_hour_time && { hourCycle: 'h23' as const }),
  }).format(new Date(seconds * 1000));
}
