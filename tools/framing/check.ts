import { type Parsed, UNREAD } from './api';
import { type RawRequest, type Scenario, TAB_BEFORE, type Verdict } from './requests';

/** One answer as the client read it. The last three are null where the answer is not the API's. */
export interface Answered {
  status: number;
  marker: string | null;
  token: string | null;
  bodyLength: number | null;
}

export interface Transcript {
  answers: Answered[];
  /** False: the client gave up, because the connection stayed open without the answers that it waits for, or behind a refusal. */
  isClosed: boolean;
  /** The server must close the connection: `mustClose`. */
  isRefused: boolean;
}

const PATTERN = /HTTP\/1\.[01] (\d{3})|^x-(marker|token|body): (.*?)\r?$/gim;

/** Reads the status lines and the API's own fields. Answers have no body with a line like those. */
export function readAnswers(text: string): Answered[] {
  const answers: Answered[] = [];
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

/** nginx answers an unknown transfer coding with 501 and an unknown version with 505. */
const isRefusal = ({ status, marker }: Answered) =>
  marker === null && ((status >= 400 && status < 500) || status === 501 || status === 505);

const NGINX_PAGE = '<center>nginx';

/** Whether the server must close the connection: it refused a request with irregular framing. nginx names itself in its refusals. */
export const mustClose = ({ requests }: Scenario, text: string): boolean =>
  text.includes(NGINX_PAGE) || readAnswers(text).some((answer, at) => requests[at]?.verdict === 'refused' && isRefusal(answer));

function answerProblem(request: RawRequest, answer: Answered, token: string): string | null {
  if (isRefusal(answer)) return request.verdict === 'served' ? `a regular request is refused with ${answer.status}` : null;
  if (answer.marker === null) return `answered ${answer.status} without the API`;
  if (answer.marker !== request.marker) return `the client got the answer of ${answer.marker}`;
  if (answer.token !== token) return `it ran with the token ${answer.token}`;
  if (answer.bodyLength !== UNREAD && answer.bodyLength !== request.bodyLength)
    return `the API read ${answer.bodyLength} bytes of ${request.bodyLength}`;
  if (request.verdict === 'unfinished' && answer.bodyLength !== UNREAD) return 'a request without its end was completed';
  return request.verdict === 'refused' ? 'an irregular request was served' : null;
}

/** The verdict behind nginx, which repairs some irregular requests and refuses one kind of a regular request. */
function verdictOfNginx({ verdict, traits }: RawRequest): Verdict {
  if (verdict === 'refused') return 'repaired';
  return verdict === 'served' && traits.includes(TAB_BEFORE) ? 'either' : verdict;
}

/**
 * Compares a connection with what its client framed: each request has one answer, its own, or a 4xx. The API parsed the answered requests,
 * once each. Behind a 4xx that closes nothing was parsed.
 * @param isLenient nginx in front repairs some irregular requests, so serving them is no mismatch. It closes behind an answer that came
 * before the whole body, so pipelined requests after that have no answer (RFC 9112, section 9.3.2), and the API parses none of them.
 */
export function problemsOf(
  { token, requests }: Scenario,
  { answers, isClosed, isRefused }: Transcript,
  parsed: ReadonlyMap<string, readonly Parsed[]>,
  isLenient: boolean,
): string[] {
  const problems: string[] = [];
  let isOver = false;
  for (const [at, given] of requests.entries()) {
    const request: RawRequest = isLenient ? { ...given, verdict: verdictOfNginx(given) } : given;
    const say = (problem: string) => problems.push(`${request.marker} [${request.traits.join(', ')}]: ${problem}`);
    const answer = answers[at];
    const times = parsed.get(request.marker)?.length ?? 0;
    const isServed = answer !== undefined && answer.marker !== null;
    if (times !== (isServed ? 1 : 0)) say(`the API parsed it ${times} times, and the client ${isServed ? 'has' : 'has not'} its answer`);
    if (answer) {
      const problem = answerProblem(request, answer, token);
      if (problem) say(problem);
    } else if (!isOver && request.verdict !== 'unfinished') say(isClosed ? 'the connection closed without an answer' : 'no answer');
    isOver ||= request.closes || (answer !== undefined && isRefusal(answer)) || (isServed && request.closes);
    isOver ||= isLenient && answer?.bodyLength === UNREAD;
  }
  if (isRefused && !isClosed) problems.push(`${requests[0]?.marker}: the connection stayed open behind a refusal`);
  // A body that breaks behind its answer is refused by a second answer.
  const more = answers.slice(requests.length);
  if (more.length > 1 || more.some((answer) => !isRefusal(answer)))
    problems.push(`${requests[0]?.marker}: ${answers.length} answers to ${requests.length} requests`);
  return problems;
}
