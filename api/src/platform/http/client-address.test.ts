import type { IncomingMessage } from 'node:http';
import { clientAddress, isForwardedDemo } from './client-address';

const from = (forwarded: string) =>
  clientAddress(
    { socket: { remoteAddress: '127.0.0.1' } as IncomingMessage['socket'], headers: { 'x-forwarded-for': forwarded } },
    undefined,
  );

it.each([
  ['one written short and in full', '2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:00ff'],
  ['two of one home', '2001:db8:1:2::1', '2001:db8:1:2:aaaa:bbbb:cccc:dddd'],
  ['one in capitals', '2001:DB8:1:2::1', '2001:db8:1:2::2'],
  ['an IPv4 address that was mapped', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the same, written in hexadecimals', '::ffff:cb00:7107', '203.0.113.7'],
])('%s count as the same caller', (_which, one, other) => expect(from(one)).toBe(from(other)));

it.each([
  ['networks whose zeros are left out at different places', '2001:db8::1:2:3:4', '2001:db8:0:1::4'],
  ['networks side by side', '2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['machines behind IPv4', '203.0.113.7', '203.0.113.8'],
  ['what is mapped and what is not', '::ffff:203.0.113.7', '::ffff:203.0.113.8'],
])('%s count apart', (_which, one, other) => expect(from(one)).not.toBe(from(other)));

it('whoever hides what they are is one caller of that name', () => expect(from('unknown')).toBe('unknown'));

describe('isForwardedDemo', () => {
  const hostSecret = 'the-host-secret-of-tests';
  const demo = { mode: 'demo', hostSecret } as const;
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each([
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { ...forwarded, 'x-portal-host': 'another-secret-of-tests' },
  ])('refuses %j in a demonstration', (headers) => expect(isForwardedDemo({ headers }, demo)).toBe(true));

  it('refuses each forwarded request when the demonstration has no secret: a proxy on the loopback may be anybody', () => {
    expect(isForwardedDemo({ headers: forwarded }, { mode: 'demo', hostSecret: undefined })).toBe(true);
  });

  it('takes requests of the portal host, and direct requests', () => {
    expect(isForwardedDemo({ headers: { ...forwarded, 'x-portal-host': hostSecret } }, demo)).toBe(false);
    expect(isForwardedDemo({ headers: {} }, demo)).toBe(false);
  });

  it('takes forwarded requests in production', () => {
    expect(isForwardedDemo({ headers: forwarded }, { mode: 'production', hostSecret })).toBe(false);
  });
});
