import { z } from 'zod';
import { event, type WriteEvent } from '../integration.js';
import { bold, code, link, name, paragraphs, quote } from '../text/markdown.js';
import { topic } from '../text/topic.js';

const reference = z.object({ summary: z.string().nullish(), html_url: z.string().nullish() });
const incident = z.object({
  html_url: z.string().nullish(),
  number: z.int(),
  title: z.string(),
  urgency: z.string().nullish(),
  priority: reference.nullish(),
  service: reference.nullish(),
  assignees: z.array(reference).nullish(),
});
const ofIncident = z.object({ event: z.object({ agent: reference.nullish(), data: incident }) });
const annotated = z.object({
  event: z.object({ agent: reference.nullish(), data: z.object({ incident: reference, content: z.string() }) }),
});

type Incident = z.infer<typeof incident>;

function summaryOf(given: z.infer<typeof reference> | null | undefined): string | undefined {
  const summary = given?.summary ?? '';
  return summary === '' ? undefined : summary;
}

function details({ service, urgency, priority, assignees }: Incident): string {
  const people = (assignees ?? []).flatMap((each) => summaryOf(each) ?? []);
  return [
    summaryOf(service) === undefined ? '' : `Service: ${link(summaryOf(service) ?? '', service?.html_url)}`,
    urgency == null ? '' : `Urgency: ${code(urgency)}`,
    summaryOf(priority) === undefined ? '' : `Priority: ${bold(summaryOf(priority) ?? '')}`,
    people.length === 0 ? '' : `Assigned to ${people.slice(0, MAX_PEOPLE).map(bold).join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const MAX_PEOPLE = 10;

/** `mark`: an emoji. `showsDetails`: whether the message says who is assigned and so on. */
function about(mark: string, verb: string, showsDetails = false): WriteEvent {
  return event(ofIncident, ({ event: { agent, data } }) => {
    const who = summaryOf(agent);
    const by = who === undefined ? '' : ` by ${bold(who)}`;
    return {
      topic: topicOf(data.number, data.title),
      content: paragraphs(
        `${mark} ${link(`Incident #${data.number}`, data.html_url)} ${verb}${by}: ${name(data.title)}`,
        showsDetails ? details(data) : '',
      ),
    };
  });
}

function topicOf(number: number, title: string): string {
  return topic(`Incident ${number}: ${title}`);
}

/** By `event.event_type`. */
export const pagerdutyEvents: Readonly<Record<string, WriteEvent>> = {
  'incident.triggered': about(':alert:', 'triggered', true),
  'incident.acknowledged': about(':eyes:', 'acknowledged'),
  'incident.unacknowledged': about(':alert:', 'not acknowledged any more', true),
  'incident.escalated': about(':squared_up:', 'escalated', true),
  'incident.reassigned': about(':right:', 'reassigned', true),
  'incident.delegated': about(':right:', 'delegated', true),
  'incident.reopened': about(':alert:', 'reopened', true),
  'incident.priority_updated': about(':warning:', 'has another priority', true),
  'incident.resolved': about(':squared_ok:', 'resolved'),
  'incident.annotated': event(annotated, ({ event: { agent, data } }) => {
    const title = summaryOf(data.incident) ?? 'Incident';
    const number = /^\[#(\d{1,15})\](.*)$/s.exec(title);
    return {
      topic: number === null ? topic(title) : topic(`Incident ${number[1]}: ${number[2]}`),
      content: paragraphs(
        `${bold(summaryOf(agent) ?? 'Someone')} added a note to ${link(title, data.incident.html_url)}`,
        quote(data.content),
      ),
    };
  }),
  'pagey.ping': () => ({ topic: 'PagerDuty', content: 'The webhook of PagerDuty works.' }),
};
