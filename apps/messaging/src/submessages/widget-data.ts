import { z } from 'zod';

/** The first submessage of a poll or a to-do list. */
const widget = z.object({ widget_type: z.enum(['poll', 'todo']) });

const fromAnybody = {
  poll: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('vote'), key: z.string(), vote: z.literal([1, -1]) }),
    z.strictObject({ type: z.literal('new_option'), idx: z.int(), option: z.string() }),
  ]),
  todo: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('new_task'), key: z.int(), task: z.string(), desc: z.string(), completed: z.boolean() }),
    z.strictObject({ type: z.literal('strike'), key: z.string() }),
  ]),
};
const fromAuthor = {
  poll: z.strictObject({ type: z.literal('question'), question: z.string() }),
  todo: z.strictObject({ type: z.literal('new_task_list_title'), title: z.string() }),
};

/** The value of a JSON text, or undefined if it is invalid. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of widget that the content of the first submessage defines; null for an unknown one. */
export function widgetKind(content: string): 'poll' | 'todo' | null {
  const parsed = widget.safeParse(jsonValue(content));
  return parsed.success ? parsed.data.widget_type : null;
}

/** Whether clients of a poll or a to-do list accept the data. `denied`: only the author of the widget may send it. */
export function judgeWidgetData(kind: 'poll' | 'todo', data: unknown, isAuthor: boolean): 'fits' | 'unfit' | 'denied' {
  if (fromAnybody[kind].safeParse(data).success) return 'fits';
  if (!fromAuthor[kind].safeParse(data).success) return 'unfit';
  return isAuthor ? 'fits' : 'denied';
}
