import { Button } from 'react-aria-components/Button';
import { secondFactorTexts } from '../texts/parts/second-factor-texts.js';
import type { Texts } from '../texts/texts.js';

interface RecoveryCodesProps {
  readonly texts: Texts;
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shown once. */
export function RecoveryCodes({ texts, codes, onDone }: RecoveryCodesProps) {
  const words = texts.part(secondFactorTexts);
  return (
    <div role="status">
      <p>{words.of('keepRecoveryCodes')}</p>
      <ul className="recovery-codes" aria-label={words.of('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button className="main-button" onPress={onDone}>
        {words.of('codesKept')}
      </Button>
    </div>
  );
}
