import { z } from 'zod';
import { event, type WriteEvent } from '../integration.js';
import { bold, code, link, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';

const actor = z.object({ name: z.string().nullish() }).nullish();
const sentryEvent = z.object({
  title: z.string(),
  level: z.string().nullish(),
  culprit: z.string().nullish(),
  web_url: z.string().nullish(),
  environment: z.string().nullish(),
});
const issueAlert = z.object({ data: z.object({ event: sentryEvent, triggered_rule: z.string().nullish() }) });
const metricAlert = z.object({
  action: z.string(),
  data: z.object({ description_title: z.string(), description_text: z.string().nullish(), web_url: z.string().nullish() }),
});
const issue = z.object({
  action: z.string(),
  actor,
  data: z.object({
    issue: z.object({
      title: z.string(),
      culprit: z.string().nullish(),
      web_url: z.string().nullish(),
      permalink: z.string().nullish(),
      shortId: z.string().nullish(),
      project: z.object({ name: z.string().nullish(), slug: z.string() }),
    }),
  }),
});
const error = z.object({ action: z.string(), data: z.object({ error: sentryEvent }) });
const comment = z.object({
  action: z.string(),
  actor,
  data: z.object({ comment: z.string(), project_slug: z.string(), issue_id: z.union([z.int(), z.string()]) }),
});

const VERBS: Readonly<Record<string, string>> = {
  created: 'New issue',
  resolved: 'Resolved',
  assigned: 'Assigned',
  ignored: 'Archived',
  archived: 'Archived',
  unresolved: 'Unresolved again',
};
const METRIC_STATES: Readonly<Record<string, string>> = {
  critical: ':alert: Critical',
  warning: ':warning: Warning',
  resolved: ':squared_ok: Resolved',
};

function writeEvent(what: string, { title, level, culprit, web_url, environment }: z.infer<typeof sentryEvent>): string {
  const facts = [level == null ? '' : code(level), environment == null ? '' : code(environment), culprit == null ? '' : code(culprit)];
  return paragraphs(`${what} ${link(title, web_url)}`, facts.filter((fact) => fact !== '').join(' '));
}

function stateOf(states: Readonly<Record<string, string>>, action: string): string | undefined {
  return Object.hasOwn(states, action) ? states[action] : undefined;
}

/** By the value of `Sentry-Hook-Resource`. */
export const sentryEvents: Readonly<Record<string, WriteEvent>> = {
  event_alert: event(issueAlert, ({ data: { event: about, triggered_rule: rule } }) => ({
    topic: topic(about.title),
    content: paragraphs(writeEvent(':alert: Alert:', about), rule == null ? '' : `Rule: ${bold(rule)}`),
  })),
  metric_alert: event(metricAlert, ({ action, data }) => ({
    topic: topic(data.description_title.replace(/^(?:critical|warning|resolved): /i, '')),
    content: paragraphs(
      `${stateOf(METRIC_STATES, action) ?? 'Alert'}: ${link(data.description_title, data.web_url)}`,
      quote(data.description_text),
    ),
  })),
  issue: event(issue, ({ action, actor: by, data: { issue: about } }) => {
    const verb = stateOf(VERBS, action);
    if (verb === undefined) return undefined;
    const title = link(about.title, about.web_url ?? about.permalink);
    const id = about.shortId == null ? '' : ` ${code(about.shortId)}`;
    const who = action === 'created' || by?.name == null ? '' : ` by ${bold(by.name)}`;
    return {
      topic: topic(about.project.name ?? about.project.slug, about.title),
      content: paragraphs(`${verb}${who}: ${title}${id}`, about.culprit ? code(about.culprit) : ''),
    };
  }),
  error: event(error, ({ data }) => ({ topic: topic(data.error.title), content: writeEvent('New error:', data.error) })),
  comment: event(comment, ({ action, actor: by, data }) =>
    action === 'created'
      ? {
          topic: topic(data.project_slug, `issue ${data.issue_id}`),
          content: paragraphs(`${bold(by?.name ?? 'Someone')} commented on issue ${name(String(data.issue_id))}`, quote(data.comment)),
        }
      : undefined,
  ),
  installation: () => undefined,
};
