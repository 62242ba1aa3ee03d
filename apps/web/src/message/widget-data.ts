import type { MessageObject } from '@parley/contracts/messaging';

type Submessages = MessageObject['submessages'];
type Data = Readonly<Record<string, unknown>>;

export interface PollOption {
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

export interface Poll {
  readonly kind: 'poll';
  readonly question: string;
  readonly options: readonly PollOption[];
}

export interface Task {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly isDone: boolean;
}

export interface TaskList {
  readonly kind: 'todo';
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The poll or the list of tasks that a message has, after all that people did. Undefined for other messages. */
export function widgetIn({ submessages }: { readonly submessages: Submessages }): Poll | TaskList | undefined {
  const [first, ...changes] = submessages.map(({ sender_id, content }) => ({ sender: sender_id, data: dataIn(content) }));
  const extra = objectOf(first?.data.extra_data);
  if (first?.data.widget_type === 'poll') {
    const options = listOf(extra.options).map((text, place) => ({ key: `canned,${place}`, text: String(text), voters: [] }));
    return changes.reduce(afterVote, { kind: 'poll', question: textOf(extra.question), options });
  }
  if (first?.data.widget_type !== 'todo') return undefined;
  const tasks = listOf(extra.tasks).map((entry, place) => {
    const { task, desc } = objectOf(entry);
    return { key: `${place},canned`, text: textOf(task), description: textOf(desc), isDone: false };
  });
  return changes.reduce(afterTask, { kind: 'todo', title: textOf(extra.task_list_title), tasks });
}

interface Change {
  readonly sender: number;
  readonly data: Data;
}

function afterVote(poll: Poll, { sender, data }: Change): Poll {
  switch (data.type) {
    case 'question':
      return { ...poll, question: textOf(data.question) };
    case 'new_option': {
      const key = `${sender},${String(data.idx)}`;
      if (poll.options.some((option) => option.key === key)) return poll;
      return { ...poll, options: [...poll.options, { key, text: textOf(data.option), voters: [] }] };
    }
    case 'vote':
      return {
        ...poll,
        options: poll.options.map((option) => (option.key === data.key ? voted(option, sender, data.vote === 1) : option)),
      };
    default:
      return poll;
  }
}

function voted(option: PollOption, sender: number, isFor: boolean): PollOption {
  const others = option.voters.filter((id) => id !== sender);
  return { ...option, voters: isFor ? [...others, sender] : others };
}

function afterTask(list: TaskList, { sender, data }: Change): TaskList {
  switch (data.type) {
    case 'new_task_list_title':
      return { ...list, title: textOf(data.title) };
    case 'new_task': {
      const key = `${String(data.key)},${sender}`;
      if (list.tasks.some((task) => task.key === key)) return list;
      const task = { key, text: textOf(data.task), description: textOf(data.desc), isDone: data.completed === true };
      return { ...list, tasks: [...list.tasks, task] };
    }
    case 'strike':
      return { ...list, tasks: list.tasks.map((task) => (task.key === data.key ? { ...task, isDone: !task.isDone } : task)) };
    default:
      return list;
  }
}

/** A number for what the person adds: larger than those of what they added before. */
export function nextNumber({ submessages }: { readonly submessages: Submessages }, userId: number): number {
  const used = submessages.flatMap(({ sender_id, content }) => {
    const { idx, key } = dataIn(content);
    return sender_id === userId ? [idx, key].filter((value): value is number => Number.isSafeInteger(value)) : [];
  });
  return Math.max(0, ...used) + 1;
}

function dataIn(content: string): Data {
  try {
    return objectOf(JSON.parse(content));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
