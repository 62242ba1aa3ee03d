import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { usePage } from '../workspace/context.js';

interface PageDialogProps {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window above the page. It holds the focus, and gives it back when it closes. A click beside it closes it, unless a longer text was typed in it. */
export function PageDialog({ title, role = 'dialog', className = '', onClose, children }: PageDialogProps) {
  const { texts } = usePage();
  const [hasText, setHasText] = useState(false);
  const typed = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) setHasText(target.value !== '');
  };
  return (
    <ModalOverlay isOpen isDismissable={!hasText} className="overlay" onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className={`modal ${className}`}>
        <Dialog role={role} className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <div onInput={typed}>{children}</div>
          <Button className="plain-button" onPress={onClose}>
            {texts.of(role === 'alertdialog' ? 'cancel' : 'close')}
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
