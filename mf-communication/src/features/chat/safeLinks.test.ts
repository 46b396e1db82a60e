import { piecesOf } from './safeLinks';

const linksOf = (message: string) => piecesOf(message).flatMap(({ href }) => href ?? []);

it.each([
  ['an address in a sentence', 'See https://example.com/a?b=1#c, please.', ['https://example.com/a?b=1#c']],
  ['two of them', 'https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ['one in brackets', '(https://example.com/a)', ['https://example.com/a']],
  ['one whose path has brackets', 'https://en.wikipedia.org/wiki/Gate_(door), ok', ['https://en.wikipedia.org/wiki/Gate_(door)']],
  ['one with brackets in brackets', '(see https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['one with accents', 'https://example.com/café/Montréal?q=é.', ['https://example.com/café/Montréal?q=é']],
  ['one in HTML', '<a href="https://example.com/x">y</a>', ['https://example.com/x']],
])('%s becomes a link', (_what, message, links) => expect(linksOf(message)).toEqual(links));

it.each([
  ['a script', 'javascript:alert(1)'],
  ['plain http', 'http://example.com'],
  ['data', 'data:text/html,<b>x</b>'],
  ['a name in front of the host', 'https://bank.example@evil.example/'],
  ['a look-alike letter', 'https://exаmple.com'],
  ['a host in punycode', 'https://xn--exmple-4nf.com'],
  ['a host without a dot', 'https://localhost/admin'],
  ['a turned direction', 'https://\u202emoc.elpmaxe'],
  ['a turned direction behind the host', 'https://example.com/\u202egpj.exe'],
  ['no address at all', 'https://'],
])('%s stays text', (_what, message) => expect(linksOf(message)).toEqual([]));

it.each([
  [
    'See https://example.com/a, ok',
    [
      { text: 'See ', at: 0 },
      { text: 'https://example.com/a', href: 'https://example.com/a', at: 4 },
      { text: ', ok', at: 25 },
    ],
  ],
  ['https://a.example', [{ text: 'https://a.example', href: 'https://a.example', at: 0 }]],
  ['https://evil@x.example is none', [{ text: 'https://evil@x.example is none', at: 0 }]],
  ['', []],
])('splits %j into pieces', (message, pieces) => expect(piecesOf(message)).toEqual(pieces));

it.each([
  ['a password in front of the host', 'https://:secret@evil.example/'],
  ['a part of the host in punycode', 'https://shop.xn--exmple-4nf.com'],
])('%s stays text', (_what, message) => expect(linksOf(message)).toEqual([]));

it.each([
  ['an address in capitals', 'https://EXAMPLE.com/A', ['https://EXAMPLE.com/A']],
  ['one with a port', 'https://example.com:8443/a', ['https://example.com:8443/a']],
  ['signs after it', 'https://example.com/a!?...', ['https://example.com/a']],
])('%s becomes a link', (_what, message, links) => expect(linksOf(message)).toEqual(links));

it('loses no character of the message', () => {
  for (const message of ['a https://example.com. b', 'https://evil@x.example', 'x', '<https://a.example>'])
    expect(
      piecesOf(message)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message);
});
