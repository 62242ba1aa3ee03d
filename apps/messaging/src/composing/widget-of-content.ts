/** A poll or to-do list that clients show in place of a message's text. It becomes the message's first submessage. */
export type Widget =
  | { readonly widget_type: 'poll'; readonly extra_data: { readonly question: string; readonly options: readonly string[] } }
  | { readonly widget_type: 'todo'; readonly extra_data: { readonly task_list_title: string; readonly tasks: readonly TodoTask[] } };

interface TodoTask {
  readonly task: string;
  readonly desc: string;
}

const COMMAND = /^\/(poll|todo)(?=\s|$)/;
const LINE_END = /\r\n|\n|\r/;
/** The bullet of a list item. */
const BULLET = /^[-*]\s*/;
/** Separates a task from its description. */
const DESCRIPTION_SEPARATOR = ': ';

/**
 * The widget that a message defines: `/poll QUESTION` with an option on each further line, `/todo TITLE` with a task on each, with an
 * optional description after a colon. Null for other messages.
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
  const at = item.indexOf(DESCRIPTION_SEPARATOR);
  if (at < 0) return { task: item, desc: '' };
  return { task: item.slice(0, at).trim(), desc: item.slice(at + DESCRIPTION_SEPARATOR.length).trim() };
}
