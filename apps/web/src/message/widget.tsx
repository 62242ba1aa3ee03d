import { user } from '@parley/client';
import { addSubmessage, type MessageObject } from '@parley/contracts/messaging';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { widgetTexts } from '../texts/parts/widget-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { RenderedHtml } from './rendered-html.js';
import { nextNumber, type Poll, type TaskList, widgetIn } from './widget-data.js';

/** A message with a poll or a list of tasks. */
export default function Widget({ message }: { readonly message: MessageObject }) {
  const { workspace } = usePage();
  const work = useWork();
  const widget = widgetIn(message);
  if (widget === undefined) return <RenderedHtml html={message.content} />;
  const act = (data: object, onDone?: () => void) =>
    work.run(
      () => workspace.client.call(addSubmessage, { message_id: message.id, msg_type: 'widget', content: JSON.stringify(data) }),
      onDone,
    );
  const next = nextNumber(message, workspace.session.userId);
  return (
    <div className="widget">
      {widget.kind === 'poll' ? <PollView poll={widget} next={next} act={act} /> : <TasksView list={widget} next={next} act={act} />}
      <WorkState work={work} />
    </div>
  );
}

interface ViewProps {
  readonly next: number;
  readonly act: (data: object, onDone?: () => void) => void;
}

function PollView({ poll: { question, options }, next, act }: ViewProps & { readonly poll: Poll }) {
  const { workspace, texts } = usePage();
  const words = useWords(widgetTexts);
  const state = useClientState();
  return (
    <>
      <p className="widget-title" dir="auto">
        {question === '' ? words.of('poll') : question}
      </p>
      <ul>
        {options.map(({ key, text, voters }) => {
          const isMine = voters.includes(workspace.session.userId);
          const names = texts.list(voters.map((id) => user(state, id).full_name));
          return (
            <li key={key}>
              <Button
                className="reaction"
                aria-pressed={isMine}
                aria-label={words.of('voteFor', { option: text, count: texts.number(voters.length) })}
                onPress={() => act({ type: 'vote', key, vote: isMine ? -1 : 1 })}
              >
                {texts.number(voters.length)}
              </Button>
              <span dir="auto">{text}</span>
              {voters.length > 0 && (
                <span className="detail" dir="auto">
                  {names}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <AddForm
        label={words.of('newOption')}
        action={words.of('addOption')}
        onAdd={(option, onDone) => act({ type: 'new_option', idx: next, option }, onDone)}
      />
    </>
  );
}

function TasksView({ list: { title, tasks }, next, act }: ViewProps & { readonly list: TaskList }) {
  const words = useWords(widgetTexts);
  return (
    <>
      <p className="widget-title" dir="auto">
        {title === '' ? words.of('tasks') : title}
      </p>
      <ul>
        {tasks.map(({ key, text, description, isDone }) => (
          <li key={key}>
            <label className="choice-line" dir="auto">
              <input type="checkbox" checked={isDone} onChange={() => act({ type: 'strike', key })} />
              <span className={isDone ? 'done' : undefined}>{text}</span>
              {description !== '' && <span className="detail">{description}</span>}
            </label>
          </li>
        ))}
      </ul>
      <AddForm
        label={words.of('newTask')}
        action={words.of('addTask')}
        onAdd={(task, onDone) => act({ type: 'new_task', key: next, task, desc: '', completed: false }, onDone)}
      />
    </>
  );
}

interface AddFormProps {
  readonly label: string;
  readonly action: string;
  /** What was typed stays until `onDone`. */
  readonly onAdd: (text: string, onDone: () => void) => void;
}

function AddForm({ label, action, onAdd }: AddFormProps) {
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAdd(text.trim(), () => setText(''));
  };
  return (
    <form className="widget-form" onSubmit={add}>
      <input
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="plain-button" isDisabled={text.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
