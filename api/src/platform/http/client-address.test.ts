import type { IncomingMessage } from 'node:http';
import { clientAddress, isForwardedDemo } from './client-address';

const from = (forwarded: string) =>
  clientAddress(
    { socket: { remoteAddress: '127.0.0.1' } as IncomingMessage['socket'], headers: { 'x-forwarded-for': forwarded } },
    undefined,
  );

it.each([
  ['the short and the full form of an address', '2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:00ff'],
  ['two addresses of one household', '2001:db8:1:2::1', '2001:db8:1:2:aaaa:bbbb:cccc:dddd'],
  ['an address in capitals', '2001:DB8:1:2::1', '2001:db8:1:2::2'],
  ['an IPv4 address and its mapped form', '::ffff:203.0.113.7', '203.0.113.7'],
  ['an IPv4 address and its hexadecimal mapped form', '::ffff:cb00:7107', '203.0.113.7'],
])('counts as the same caller: %s', (_which, one, other) => expect(from(one)).toBe(from(other)));

it.each([
  ['networks with zeros omitted at different places', '2001:db8::1:2:3:4', '2001:db8:0:1::4'],
  ['adjacent networks', '2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['two IPv4 addresses', '203.0.113.7', '203.0.113.8'],
  ['two addresses, one of them mapped', '::ffff:203.0.113.7', '::ffff:203.0.113.8'],
])('counts as separate callers: %s', (_which, one, other) => expect(from(one)).not.toBe(from(other)));

it('counts all callers without an address as one', () => expect(from('unknown')).toBe('unknown'));

describe('isForwardedDemo', () => {
  const hostSecret = 'the-host-secret-of-tests';
  const demo = { mode: 'demo', hostSecret } as const;
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { ...forwarded, 'x-portal-host': 'another-secret-of-tests' },
  ])('rejects %j in a demonstration', (headers) => expect(isForwardedDemo({ headers }, demo)).toBe(true));

  it('rejects each forwarded request if the demonstration has no secret, because any proxy may use the loopback', () => {
    expect(isForwardedDemo({ headers: forwarded }, { mode: 'demo', hostSecret: undefined })).toBe(true);
  });

  it('accepts requests of the portal host, and direct requests', () => {
    expect(isForwardedDemo({ headers: { ...forwarded, 'x-portal-host': hostSecret } }, demo)).toBe(false);
    expect(isForwardedDemo({ headers: {} }, demo)).toBe(false);
  });

  it('accepts forwarded requests in production', () => {
    expect(isForwardedDemo({ headers: forwarded }, { mode: 'production', hostSecret })).toBe(false);
  });
});
