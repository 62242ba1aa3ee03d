import type { Caller } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { readTextContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import type { RenderInChange } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import type { ReminderContent } from './reminded-message.js';

/** The HTML that its owner sees in the list of reminders. */
export async function renderReminder(
  reader: SqlReader,
  caller: Caller,
  { content, channels }: ReminderContent,
  render: RenderInChange,
): Promise<string> {
  const context = await readTextContext(reader, caller, mentionedNames(content));
  return render(renderJobOf(content, { ...context, channels: [...context.channels, ...channels] })).html;
}
