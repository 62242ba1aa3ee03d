import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ErrorBoundary } from '../failure/error-boundary.js';
import { ReportedFailure } from '../failure/reported-failure.js';

export interface MenuProps {
  readonly label: string;
  readonly trigger: React.RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

interface MenuButtonProps {
  readonly label: string;
  readonly className?: string;
  /** Default: three dots. */
  readonly glyph?: ReactNode;
  /** The menu, which may be loaded when it is opened. */
  readonly menu: (props: MenuProps) => ReactNode;
}

/** A button that opens a menu. The menu exists only while it is open: a feed has one for each message. */
export function MenuButton({ label, className = '', glyph = '⋯', menu }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        ref={trigger}
        className={`icon-button ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen(true);
          else event.continuePropagation();
        }}
      >
        <span aria-hidden="true">{glyph}</span>
      </Button>
      {isOpen && (
        <ErrorBoundary fallback={(error) => <ReportedFailure error={error} onReported={close} />}>
          <Suspense fallback={null}>{menu({ label, trigger, onClose: close })}</Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
