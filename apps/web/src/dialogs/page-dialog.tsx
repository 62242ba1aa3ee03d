import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { usePage } from '../workspace/context.js';

interface PageDialogProps {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A window above the page. It holds the focus, and gives it back when it closes. */
export function PageDialog({ title, role = 'dialog', onClose, children }: PageDialogProps) {
  const { texts } = usePage();
  return (
    <ModalOverlay isOpen isDismissable className="overlay" onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="modal">
        <Dialog role={role} className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          <Button className="plain-button" onPress={onClose}>
            {texts.of(role === 'alertdialog' ? 'cancel' : 'close')}
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
