import { MenuItem } from 'react-aria-components/Menu';
import { ActionMenu } from '../menus/action-menu.js';
import type { MenuProps } from '../menus/menu-button.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';

interface ComposeMenuProps extends MenuProps {
  readonly onPreview: () => void;
  readonly onInsert: (text: string) => void;
  /** Undefined while there is nothing to send. */
  readonly onSchedule: (() => void) | undefined;
}

export default function ComposeMenu({ onPreview, onInsert, onSchedule, ...menu }: ComposeMenuProps) {
  const { windows } = usePage();
  const words = useWords(composeTexts);
  return (
    <ActionMenu {...menu}>
      <MenuItem onAction={onPreview}>{words.of('preview')}</MenuItem>
      <MenuItem onAction={() => windows.open({ kind: 'time', onChosen: onInsert })}>{words.of('insertTime')}</MenuItem>
      {onSchedule === undefined ? null : <MenuItem onAction={onSchedule}>{words.of('sendLater')}</MenuItem>}
    </ActionMenu>
  );
}
