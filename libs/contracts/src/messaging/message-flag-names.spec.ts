import { describe, expect, it } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS } from '../message-bits.js';
import { flagNames, isEditableFlag, isFixedFlag } from './message-flag-names.js';

describe('flag names', () => {
  it.each([
    [0, 0, []],
    [FLAG_BITS.read, 0, ['read']],
    [FLAG_BITS.read | FLAG_BITS.starred | FLAG_BITS.collapsed, 0, ['read', 'starred', 'collapsed']],
    [FLAG_BITS.mentioned | FLAG_BITS.alertWord, 0, ['mentioned', 'has_alert_word']],
    [FLAG_BITS.topicWildcard, 0, ['topic_wildcard_mentioned', 'wildcard_mentioned']],
    [0, MESSAGE_ATTRS.channelWildcard, ['stream_wildcard_mentioned', 'wildcard_mentioned']],
    [FLAG_BITS.read | FLAG_BITS.historical, MESSAGE_ATTRS.channelWildcard, ['read', 'historical']],
    [0, MESSAGE_ATTRS.topicWildcard | MESSAGE_ATTRS.readBySender, []],
  ])('of bits %i of a message with attrs %i are %j', (bits, attrs, names) => {
    expect(flagNames(bits, attrs)).toEqual(names);
  });

  it.each(['read', 'starred', 'collapsed'])('%s may be changed', (name) => {
    expect([isEditableFlag(name), isFixedFlag(name)]).toEqual([true, false]);
  });

  it.each(['mentioned', 'historical', 'wildcard_mentioned'])('%s can only be set by the server', (name) => {
    expect([isEditableFlag(name), isFixedFlag(name)]).toEqual([false, true]);
  });

  it.each(['shiny', 'toString', ''])('%j is not a flag', (name) => {
    expect([isEditableFlag(name), isFixedFlag(name)]).toEqual([false, false]);
  });
});
