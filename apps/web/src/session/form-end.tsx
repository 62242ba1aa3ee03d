import { Button } from 'react-aria-components/Button';

interface FormEndProps {
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly label: string;
}

/** The end of a form: why the last attempt was refused, and the button. */
export function FormEnd({ error, isBusy, label }: FormEndProps) {
  return (
    <>
      {error !== undefined && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
      <Button type="submit" className="main-button" isDisabled={isBusy}>
        {label}
      </Button>
    </>
  );
}
