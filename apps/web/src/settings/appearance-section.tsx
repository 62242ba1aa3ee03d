import { setting } from '@parley/client';
import { updateSettings } from '@parley/contracts/settings';
import { LANGUAGES, languageOf, type TextKey } from '../texts/texts.js';
import { useClientState, usePage } from '../workspace/context.js';

/** By the numbers of the server. */
const SCHEMES: readonly (readonly [number, TextKey])[] = [
  [1, 'themeOfDevice'],
  [3, 'themeLight'],
  [2, 'themeDark'],
];

/** Theme and language. They apply on all devices of the person. */
export function AppearanceSection() {
  const { workspace, texts, report } = usePage();
  const state = useClientState();
  const scheme = Number(setting(state, 'color_scheme') ?? 1);
  const language = languageOf([String(setting(state, 'default_language') ?? texts.language)]);
  const names = new Intl.DisplayNames(texts.language, { type: 'language' });
  return (
    <section>
      <h3>{texts.of('appearance')}</h3>
      <fieldset>
        <legend>{texts.of('theme')}</legend>
        {SCHEMES.map(([value, title]) => (
          <label key={value} className="choice-line">
            <input
              type="radio"
              name="theme"
              checked={scheme === value}
              onChange={() => {
                workspace.client.call(updateSettings, { color_scheme: value }).catch(report);
              }}
            />
            {texts.of(title)}
          </label>
        ))}
      </fieldset>
      <label>
        {texts.of('language')}
        <select
          value={language}
          onChange={(event) => {
            workspace.client.call(updateSettings, { default_language: event.target.value }).catch(report);
          }}
        >
          {Object.keys(LANGUAGES).map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
