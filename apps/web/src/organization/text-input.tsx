interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  /** Of texts that are no language, such as addresses. */
  readonly dir?: 'auto' | 'ltr';
  readonly maxLength?: number;
}

/** A field of a form, with its name. */
export function TextInput({ label, value, onChange, isRequired = false, dir = 'auto', maxLength }: TextInputProps) {
  return (
    <label>
      {label}
      <input
        dir={dir}
        autoComplete="off"
        required={isRequired}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
