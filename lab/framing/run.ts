import { connect, type Socket } from 'node:net';
import { type Random, random } from '../../api/seed/random';
import { endByReading } from '../../delivery/src/host/upstream';
import type { RecordingApi } from './api';
import { compare, isRefusal, type Outcome, readAnswers, type Transcript } from './check';
import { makeScenario, type Scenario } from './requests';

/** Time limit of a client for its replies, and for the end of a connection after a rejection; shorter than any keep-alive time. */
const PATIENCE_MS = 15_000;

/** A run ends after this number of mismatches. */
const ENOUGH = 200;

/** One client with its own connection. It reads until the connection ends. */
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
    // A server may close before it has read everything; its reply counts.
    this.#socket = endByReading(connect({ port, host: '127.0.0.1', noDelay: true }));
    this.transcript = this.#read();
  }

  #read(): Promise<Transcript> {
    const { requests } = this.scenario;
    const wanted = requests.filter(({ isUnfinished }) => !isUnfinished).length;
    return new Promise((resolve) => {
      const end = (isClosed: boolean) => {
        clearTimeout(patience);
        this.#socket.destroy();
        resolve({ answers: readAnswers(this.#text), isClosed });
      };
      const patience = setTimeout(end, PATIENCE_MS, false);
      const endWhenAnswered = () => {
        const answers = readAnswers(this.#text);
        if (this.#left.length === 0 && answers.length >= wanted && !answers.some(isRefusal)) this.#socket.end();
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
  /** Minimum number of answered requests. */
  requests: number;
  /** nginx is the first server. */
  isBehindNginx?: boolean;
  /** Includes requests for the live socket. */
  hasSockets?: boolean;
  /** Pairs of clients that run in parallel. */
  pairs?: number;
}

export interface FramingResult {
  outcomes: Record<Outcome, number>;
  problems: string[];
}

const TOKENS = ['token-of-ana', 'token-of-ben'];

/** Sends random requests by pairs of clients, and compares each connection with the requests that the API parsed. */
export async function compareFraming({
  port,
  api,
  seed,
  requests,
  isBehindNginx = false,
  hasSockets = true,
  pairs = 4,
}: FramingRun): Promise<FramingResult> {
  const result: FramingResult = { outcomes: { served: 0, refused: 0, behind: 0, unfinished: 0 }, problems: [] };
  const known = new Set<string>();
  const pair = async (chance: Random, id: string) => {
    const scenarios = TOKENS.map((token, at) => makeScenario(chance, token, `${id}-${at}`, hasSockets));
    for (const { marker } of scenarios.flatMap((scenario) => scenario.requests)) known.add(marker);
    const transcripts = await interleave(port, scenarios);
    for (const [at, scenario] of scenarios.entries()) {
      const { outcomes, problems } = compare(scenario, transcripts[at] as Transcript, api.parsed, isBehindNginx);
      for (const outcome of outcomes) result.outcomes[outcome] += 1;
      result.problems.push(...problems);
    }
  };
  const answered = () => result.outcomes.served + result.outcomes.refused;
  for (let round = 0; answered() < requests && result.problems.length < ENOUGH; round++)
    await Promise.all(Array.from({ length: pairs }, (_, at) => pair(random(seed * 1_000_003 + round * pairs + at), `r${round}-${at}`)));
  for (const [marker, all] of api.parsed)
    if (!known.has(marker)) result.problems.push(`the API parsed a request that no client framed: ${JSON.stringify(all[0])}`);
  return result;
}
