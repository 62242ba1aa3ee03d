import type { Integration } from './integration.js';

/** An integration as registration describes it to clients, which show forms for its options. */
export function registeredIntegration({ name, displayName, urlOptions, signature, eventOf, events }: Integration) {
  return {
    name,
    display_name: displayName,
    all_event_types: eventOf === undefined ? null : Object.keys(events),
    config_options:
      signature === undefined ? [] : [{ key: signature.config.key, label: signature.config.label, validator: 'check_string' }],
    url_options: urlOptions.map(({ key, label, inputType }) => ({ key, label, input_type: inputType })),
  };
}
