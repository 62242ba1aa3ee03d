/** What a client draws in place of a message's text: a poll, or a to-do list. The content of the message's first submessage. */
export type Widget =
  | { readonly widget_type: 'poll'; readonly extra_data: { readonly question: string; readonly options: readonly string[] } }
  | { readonly widget_type: 'todo'; readonly extra_data: { readonly task_list_title: string; readonly tasks: readonly TodoTask[] } };

interface TodoTask {
  readonly task: string;
  readonly desc: string;
}

const COMMAND = /^\/(poll|todo)(?=\s|$)/;
const LINE_END = /\r\n|\n|\r/;
/** How an item of a list may begin. */
const BULLET = /^[-*]?\s*/;
/** Between a task and what is said of it. */
const DESCRIBED_BY = ': ';

/**
 * The widget that a message is written as: `/poll QUESTION` with an option on each further line, `/todo TITLE` with a task on each, which a
 * colon may part from its description. Null: a message like others.
 */
export function widgetOfContent(content: string): Widget | null {
  const command = COMMAND.exec(content);
  if (command === null) return null;
  const [first = '', ...others] = content.slice(command[0].length).split(LINE_END);
  const title = first.trim();
  const items = others.map((line) => line.trim().replace(BULLET, '')).filter((item) => item !== '');
  if (command[1] === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: items } };
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks: items.map(taskOf) } };
}

function taskOf(item: string): TodoTask {
  const at = item.indexOf(DESCRIBED_BY);
  if (at < 0) return { task: item, desc: '' };
  return { task: item.slice(0, at).trim(), desc: item.slice(at + DESCRIBED_BY.length).trim() };
}
