import { type ParsedRequest, UNREAD } from './api';
import { NEXT_VERSION } from './framings';
import { isServed, type RawRequest, type Scenario } from './requests';

/** One reply as the client read it. The last three are null if the reply is not the API's. */
export interface ClientReply {
  status: number;
  marker: string | null;
  token: string | null;
  bodyLength: number | null;
}

export interface Transcript {
  answers: ClientReply[];
  /** False if the client stopped waiting: for missing replies, or for the end of the connection after a rejection. */
  isClosed: boolean;
}

const PATTERN = /HTTP\/1\.[01] (\d{3})|^x-(marker|token|body): (.*?)\r?$/gim;

/** Reads the status lines and the API's own fields. The bodies of replies contain no such lines. */
export function readAnswers(text: string): ClientReply[] {
  const answers: ClientReply[] = [];
  for (const [, status, name, value = ''] of text.matchAll(PATTERN)) {
    if (status) answers.push({ status: Number(status), marker: null, token: null, bodyLength: null });
    const answer = answers.at(-1);
    if (!name || !answer) continue;
    if (name === 'marker') answer.marker = value;
    else if (name === 'token') answer.token = value;
    else answer.bodyLength = Number(value);
  }
  return answers.filter(({ status }) => status !== 100);
}

/** True if the reply is not the API's: a server before it, or the API before its routes, rejected the request, and must close the connection. */
export const isRefusal = ({ marker }: ClientReply): boolean => marker === null;

interface Place {
  isClosed: boolean;
  isBehindNginx: boolean;
}

/** Result of a request. `behind`: the connection ended before it. */
export type Outcome = 'served' | 'refused' | 'behind' | 'unfinished';

function servedProblem(request: RawRequest, answer: ClientReply, token: string): string | null {
  if (isRefusal(answer)) return `a regular request is refused with ${answer.status}`;
  if (answer.marker !== request.marker) return `the client got the answer of ${answer.marker}`;
  if (answer.token !== token) return `it ran with the token ${answer.token}`;
  if (answer.bodyLength === UNREAD && request.isEarly) return null;
  return answer.bodyLength === request.bodyLength ? null : `the API read ${answer.bodyLength} bytes of ${request.bodyLength}`;
}

function refusedProblem({ traits }: RawRequest, answer: ClientReply, { isClosed, isBehindNginx }: Place): string | null {
  if (!isRefusal(answer)) return 'the API answered a request that must be refused';
  const isNextVersion = answer.status === 505 && isBehindNginx && traits.some(({ name }) => name.endsWith(NEXT_VERSION));
  if (!isNextVersion && (answer.status < 400 || answer.status > 499)) return `refused with ${answer.status}`;
  return isClosed ? null : 'the connection stayed open behind a refusal';
}

function outcomeOf(request: RawRequest, isBehindNginx: boolean): Outcome {
  if (request.isUnfinished) return 'unfinished';
  return isServed(request, isBehindNginx) ? 'served' : 'refused';
}

interface Compared {
  problems: string[];
  outcomes: Outcome[];
}

/**
 * Compares a connection with the requests that its client framed: each request has one reply, its own, or a 4xx after which the connection
 * closes. The API parsed the answered requests once each, and none after a rejection.
 * @param isBehindNginx nginx closes the connection after a reply that preceded the end of the body, so later requests may have no reply
 * (RFC 9112, 9.3.2); then the API parses none of them.
 */
export function compare(
  { token, requests }: Scenario,
  { answers, isClosed }: Transcript,
  parsed: ReadonlyMap<string, readonly ParsedRequest[]>,
  isBehindNginx: boolean,
): Compared {
  const problems: string[] = [];
  const outcomes: Outcome[] = [];
  const place = { isClosed, isBehindNginx };
  let isOver = false;
  let mayBeOver = false;
  for (const [at, request] of requests.entries()) {
    const say = (problem: string | null) => {
      if (problem) problems.push(`${request.marker} [${request.traits.map(({ name }) => name).join(', ')}]: ${problem}`);
    };
    const answer = answers[at];
    const times = parsed.get(request.marker)?.length ?? 0;
    const wanted = answer !== undefined && !isRefusal(answer) ? 1 : 0;
    if (times !== wanted) say(`the API parsed it ${times} times, and the client has ${wanted} answers of the API`);
    const outcome: Outcome = isOver || (mayBeOver && isClosed && !answer) ? 'behind' : outcomeOf(request, isBehindNginx);
    outcomes.push(outcome);
    isOver ||= outcome !== 'served' || request.closes;
    mayBeOver ||= isBehindNginx && answer?.bodyLength === UNREAD && request.bodyLength > 0;
    if (outcome === 'behind') say(answer ? `it has the answer ${answer.status} behind the end of its connection` : null);
    else if (outcome === 'unfinished') say(answer ? refusedProblem(request, answer, place) : null);
    else if (!answer) say(isClosed ? 'the connection closed without an answer' : 'no answer');
    else say(outcome === 'served' ? servedProblem(request, answer, token) : refusedProblem(request, answer, place));
  }
  if (answers.length > requests.length) problems.push(`${requests[0]?.marker}: ${answers.length} answers to ${requests.length} requests`);
  return { problems, outcomes };
}
