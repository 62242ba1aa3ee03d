import type { ReactNode } from 'react';
import { Menu } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { MenuProps } from './menu-button.js';

/** A menu below its button. Its children are entries and sections of React Aria. */
export function ActionMenu({ label, trigger, onClose, children }: MenuProps & { readonly children: ReactNode }) {
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen
      placement="bottom end"
      className="popover"
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Menu aria-label={label} className="menu" autoFocus="first" onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  );
}
