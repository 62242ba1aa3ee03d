import { describe, expect, it } from '@jest/globals';
import { mayBeCalled, networksIn } from './public-address.js';

describe('an address', () => {
  it.each([
    ['93.184.216.34', true],
    ['1.1.1.1', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:93.184.216.34', true],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['100.64.0.1', false],
    ['100.100.100.200', false],
    ['192.0.0.192', false],
    ['192.0.2.1', false],
    ['198.18.0.1', false],
    ['198.51.100.1', false],
    ['203.0.113.1', false],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['ff02::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:169.254.169.254', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['2002:7f00:1::', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['localhost', false],
    ['', false],
  ])('%s may be called: %j', (address, expected) => {
    expect(mayBeCalled(address, [])).toBe(expected);
  });

  it('in a network that the operator allows may be called, in every form', () => {
    const allowed = networksIn('10.1.0.0/16, fd00:1::/32,127.0.0.1/32');
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5', '127.0.0.1'])
      expect([address, mayBeCalled(address, allowed)]).toEqual([address, true]);
    for (const address of ['10.2.0.1', 'fd00:2::5', '127.0.0.2', '::1'])
      expect([address, mayBeCalled(address, allowed)]).toEqual([address, false]);
  });

  it.each(['10.1.0.0', '10.1.0.0/40', 'everywhere'])('network %s is refused', (text) => {
    expect(() => networksIn(text)).toThrow();
  });
});
