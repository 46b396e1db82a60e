import { connect, type Socket } from 'node:net';
import { type Random, random } from '../../api/seed/random';
import type { RecordingApi } from './api';
import { mustClose, problemsOf, readAnswers, type Transcript } from './check';
import { makeScenario, type Scenario } from './requests';

/** A client waits this long for its answers, and for the end of a connection that refused a request: less than any keep-alive time. */
const PATIENCE_MS = 15_000;

/** A run ends after this number of mismatches. */
const ENOUGH = 200;

/** One client with a separate connection. It reads until the connection ends. */
class Client {
  readonly #socket: Socket;
  readonly #left: Buffer[];
  #text = '';
  readonly transcript: Promise<Transcript>;

  constructor(
    port: number,
    readonly scenario: Scenario,
  ) {
    this.#left = [...scenario.writes];
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.transcript = this.#read();
  }

  #read(): Promise<Transcript> {
    const { requests } = this.scenario;
    const isUnfinished = requests.at(-1)?.verdict === 'unfinished';
    const wanted = isUnfinished ? requests.length - 1 : requests.length;
    return new Promise((resolve) => {
      const end = (isClosed: boolean) => {
        clearTimeout(patience);
        this.#socket.destroy();
        resolve({ answers: readAnswers(this.#text), isClosed, isRefused: mustClose(this.scenario, this.#text) });
      };
      const patience = setTimeout(end, PATIENCE_MS, false);
      const endWhenAnswered = () => {
        const isAnswered = this.#left.length === 0 && readAnswers(this.#text).length >= wanted;
        if (isAnswered && !mustClose(this.scenario, this.#text)) this.#socket.end();
      };
      this.#socket
        .setEncoding('latin1')
        .on('data', (text: string) => {
          this.#text += text;
          endWhenAnswered();
        })
        .on('drain', endWhenAnswered)
        .on('error', () => undefined)
        .on('close', () => end(true));
      this.#onWritten = endWhenAnswered;
    });
  }

  #onWritten: () => void = () => undefined;

  /** Writes the next bytes. @returns false when nothing is left. */
  async write(): Promise<boolean> {
    const bytes = this.#left.shift();
    if (bytes === undefined || this.#socket.destroyed) return false;
    await new Promise<void>((resolve) => {
      this.#socket.once('close', resolve);
      this.#socket.write(bytes, () => {
        this.#socket.off('close', resolve);
        resolve();
      });
    });
    await new Promise(setImmediate);
    this.#onWritten();
    return true;
  }
}

/** Two clients write in turns, each over a separate connection. */
async function interleave(port: number, scenarios: readonly Scenario[]): Promise<Transcript[]> {
  const clients = scenarios.map((scenario) => new Client(port, scenario));
  let writing = clients;
  while (writing.length > 0) {
    const next: Client[] = [];
    for (const client of writing) if (await client.write()) next.push(client);
    writing = next;
  }
  return Promise.all(clients.map(({ transcript }) => transcript));
}

export interface FramingRun {
  port: number;
  api: RecordingApi;
  seed: number;
  requests: number;
  /** A proxy in front repairs some irregular requests. */
  isLenient?: boolean;
  /** Some requests ask for the live socket. */
  hasSockets?: boolean;
  /** Pairs of clients that run in parallel. */
  pairs?: number;
}

export interface FramingResult {
  requests: number;
  parsed: number;
  /** Requests that ended in a 4xx. */
  refused: number;
  problems: string[];
}

const TOKENS = ['token-of-ana', 'token-of-ben'];

/** Sends random requests by pairs of clients, and compares each connection with the requests that the API parsed. */
export async function compareFraming({
  port,
  api,
  seed,
  requests,
  isLenient = false,
  hasSockets = true,
  pairs = 4,
}: FramingRun): Promise<FramingResult> {
  const result: FramingResult = { requests: 0, parsed: 0, refused: 0, problems: [] };
  const known = new Set<string>();
  const pair = async (chance: Random, id: string) => {
    const scenarios = TOKENS.map((token, at) => makeScenario(chance, token, `${id}-${at}`, hasSockets));
    for (const { marker } of scenarios.flatMap((scenario) => scenario.requests)) known.add(marker);
    result.requests += scenarios.reduce((sum, scenario) => sum + scenario.requests.length, 0);
    const transcripts = await interleave(port, scenarios);
    for (const [at, scenario] of scenarios.entries()) {
      const transcript = transcripts[at] as Transcript;
      result.refused += transcript.answers.filter(({ status }) => status >= 400).length;
      result.problems.push(...problemsOf(scenario, transcript, api.parsed, isLenient));
    }
  };
  for (let round = 0; result.requests < requests && result.problems.length < ENOUGH; round++)
    await Promise.all(Array.from({ length: pairs }, (_, at) => pair(random(seed * 1_000_003 + round * pairs + at), `r${round}-${at}`)));
  for (const [marker, all] of api.parsed) {
    result.parsed += all.length;
    if (!known.has(marker)) result.problems.push(`the API parsed a request that nobody framed: ${JSON.stringify(all[0])}`);
  }
  return result;
}
