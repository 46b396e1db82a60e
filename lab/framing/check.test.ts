import { type ParsedRequest, UNREAD } from './api';
import { compare, readAnswers, type Transcript } from './check';
import { NEXT_VERSION, type Trait } from './framings';
import type { RawRequest, Scenario } from './requests';

const TOKEN = 'ana';
const request = (marker: string, given: Partial<RawRequest> = {}): RawRequest => ({
  ...{ marker, bytes: Buffer.alloc(0), bodyLength: 0, isEarly: false, isUnfinished: false, closes: false, traits: [] },
  ...given,
});
const refused = (place: Trait['refused'], name = 'a trait'): Partial<RawRequest> => ({ traits: [{ name, refused: place }] });

const answer = (marker: string, token = TOKEN, body = 0) =>
  `HTTP/1.1 200 OK\r\nx-marker: ${marker}\r\nx-token: ${token}\r\nx-body: ${body}\r\n\r\n{}`;
const refusal = (status: number) => `HTTP/1.1 ${status} No\r\n\r\n`;

const OPEN = { isClosed: false };
const parsedOnce = (...markers: string[]) =>
  new Map(markers.map((marker): [string, ParsedRequest[]] => [marker, [{ path: marker, authorization: TOKEN, bodyLength: 0 }]]));

function problems(
  requests: RawRequest[],
  text: string,
  {
    parsed = [] as string[],
    isBehindNginx = false,
    ...transcript
  }: Partial<Transcript> & { parsed?: string[]; isBehindNginx?: boolean } = {},
): string[] {
  const scenario: Scenario = { token: TOKEN, requests, writes: [] };
  const read: Transcript = { answers: readAnswers(text), isClosed: true, ...transcript };
  return compare(scenario, read, parsedOnce(...parsed), isBehindNginx).problems.map((problem) => problem.replace(/^\S+( \[.*?\])?: /, ''));
}

it('reports no problem for a served and for a rejected request', () => {
  const both = [request('a'), request('b', refused('everywhere')), request('c')];
  expect(problems(both, answer('a') + refusal(400), { parsed: ['a'] })).toEqual([]);
});

it.each<[string, string[], Parameters<typeof problems>]>([
  ['a regular request is refused', ['a regular request is refused with 400'], [[request('a')], refusal(400)]],
  ['a regular request has no answer', ['no answer'], [[request('a')], '', OPEN]],
  ['the connection closes without an answer', ['the connection closed without an answer'], [[request('a')], '']],
  ['a client gets the answer of another client', ['the client got the answer of b'], [[request('a')], answer('b'), { parsed: ['a'] }]],
  ['a request runs with another token', ['it ran with the token ben'], [[request('a')], answer('a', 'ben'), { parsed: ['a'] }]],
  ['the API reads too much', ['the API read 9 bytes of 0'], [[request('a')], answer('a', TOKEN, 9), { parsed: ['a'] }]],
  ['the API reads no body', ['the API read -1 bytes of 0'], [[request('a')], answer('a', TOKEN, UNREAD), { parsed: ['a'] }]],
  [
    'the API parses a request and does not answer',
    ['the API parsed it 1 times, and the client has 0 answers of the API', 'no answer'],
    [[request('a')], '', { parsed: ['a'], ...OPEN }],
  ],
  [
    'an irregular request is served',
    ['the API answered a request that must be refused'],
    [[request('a', refused('everywhere'))], answer('a'), { parsed: ['a'] }],
  ],
  ...[200, 302, 404, 500, 501, 505].map((status): [string, string[], Parameters<typeof problems>] => [
    `an irregular request is refused with ${status}`,
    status === 404 ? [] : [`refused with ${status}`],
    [[request('a', refused('everywhere'))], refusal(status)],
  ]),
  [
    'the connection stays open behind a refusal',
    ['the connection stayed open behind a refusal'],
    [[request('a', refused('everywhere'))], refusal(400), OPEN],
  ],
  [
    'a request behind a refusal has an answer',
    ['it has the answer 200 behind the end of its connection'],
    [[request('a', refused('everywhere')), request('b')], refusal(400) + answer('b'), { parsed: ['b'] }],
  ],
  [
    'a request behind a refusal is parsed',
    ['the API parsed it 1 times, and the client has 0 answers of the API'],
    [[request('a', refused('everywhere')), request('b')], refusal(400), { parsed: ['b'] }],
  ],
  [
    'a request behind the last one has an answer',
    ['it has the answer 200 behind the end of its connection'],
    [[request('a', { closes: true }), request('b')], answer('a') + answer('b'), { parsed: ['a', 'b'] }],
  ],
  [
    'a request that is broken off is completed',
    ['the API answered a request that must be refused'],
    [[request('a', { isUnfinished: true })], answer('a'), { parsed: ['a'] }],
  ],
  ['there are too many answers', ['2 answers to 1 requests'], [[request('a')], answer('a') + answer('a'), { parsed: ['a'] }]],
])('reports when %s', (_what, wanted, given) => {
  expect(problems(...given).map((problem) => problem.replace(/^undefined: /, ''))).toEqual(wanted);
});

describe('behind nginx', () => {
  const isBehindNginx = true;
  it.each<[string, Trait['refused'], boolean, boolean]>([
    ['repairs', 'behind no nginx', false, true],
    ['refuses', 'by nginx', true, false],
    ['hands on', 'everywhere', false, false],
    ['hands on unchanged', 'nowhere', true, true],
  ])(
    'expects a request that nginx %s to be rejected as its variation states, with and without nginx',
    (_what, place, servedByNode, servedByNginx) => {
      for (const [behind, isServed] of [[false, servedByNode] as const, [true, servedByNginx] as const]) {
        const one = [request('a', refused(place))];
        expect(problems(one, answer('a'), { parsed: ['a'], isBehindNginx: behind })).toHaveLength(isServed ? 0 : 1);
        expect(problems(one, refusal(400), { isBehindNginx: behind })).toHaveLength(isServed ? 1 : 0);
      }
    },
  );

  it('accepts 505 only for the next HTTP version, and only behind nginx', () => {
    const next = [request('a', refused('everywhere', `version ${NEXT_VERSION}`))];
    expect(problems(next, refusal(505), { isBehindNginx })).toEqual([]);
    expect(problems(next, refusal(505))).toEqual(['refused with 505']);
    expect(problems(next, refusal(505), { isBehindNginx, ...OPEN })).toEqual(['the connection stayed open behind a refusal']);
    expect(problems([request('a', refused('everywhere'))], refusal(505), { isBehindNginx })).toEqual(['refused with 505']);
  });

  const early = request('a', { isEarly: true, bodyLength: 3 });
  const text = answer('a', TOKEN, UNREAD);
  it("accepts a missing reply only if nginx closed the connection after a reply that preceded the request's body", () => {
    const given = { parsed: ['a'], isBehindNginx };
    expect(problems([early, request('b')], text, given)).toEqual([]);
    expect(problems([early, request('b')], text, { ...given, ...OPEN })).toEqual(['no answer']);
    expect(problems([early, request('b')], text, { parsed: ['a'] })).toEqual(['the connection closed without an answer']);
    expect(problems([{ ...early, bodyLength: 0 }, request('b')], text, given)).toEqual(['the connection closed without an answer']);
  });
});
