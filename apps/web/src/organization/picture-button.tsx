import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';

interface PictureButtonProps {
  readonly label: string;
  readonly onChoose: (file: File) => void;
}

/** A button that asks for a picture. */
export function PictureButton({ label, onChoose }: PictureButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button className="plain-button" onPress={() => picker.current?.click()}>
        {label}
      </Button>
    </>
  );
}
