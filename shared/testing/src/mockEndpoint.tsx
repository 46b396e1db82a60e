import { ApiError, type CallOptions, type Client, failureOf, installClient, type Reply } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { RefusalReason } from '@portal/contracts/_kernel/envelope';

const FAILURE = Symbol('failure');

export interface FailureReply {
  [FAILURE]: true;
  code: number;
  message: string;
  userMessage?: string;
  errors?: Record<string, string>;
  reason?: RefusalReason;
  data?: unknown;
}

/** An error reply: `mockEndpoint(login, fails({ code: 401, message: '…' }))`. Code 0: no reply. */
export const fails = (failure: Omit<FailureReply, typeof FAILURE>): FailureReply => ({ ...failure, [FAILURE]: true });

type Answer<Out> = Out | FailureReply;
export type Replier<In, Out> = Answer<Out> | ((input: In, options: CallOptions) => Answer<Out> | Promise<Answer<Out>>);

export interface MockedCalls<In> {
  /** The inputs of all calls, in order. */
  readonly calls: In[];
  readonly options: CallOptions[];
}

interface Mock extends MockedCalls<unknown> {
  answer(input: unknown, options: CallOptions): Promise<Reply>;
}

const mocks = new Map<string, Mock>();
let faults: string[] = [];

const isFailing = (answer: unknown): answer is FailureReply => typeof answer === 'object' && answer !== null && FAILURE in answer;

function checked(what: 'input' | 'output', endpoint: Endpoint, value: unknown): void {
  try {
    endpoint[what].validateSync(value, { abortEarly: false, strict: what === 'output' });
  } catch (error) {
    const { errors = [String(error)] } = error as { errors?: string[] };
    const breach = `The ${what} of ${endpoint.id} breaks its contract: ${errors.join('; ')}`;
    faults.push(breach);
    throw new Error(breach);
  }
}

/**
 * Replies to a call in tests. The schemas of the endpoint check input and reply: a mismatch throws, and also fails the test if the screen
 * catches the error. The reply is `data`; give a function (sync or async) to reply by input, and `fails()` for a failure.
 */
export function mockEndpoint<In, Out>(
  endpoint: Endpoint<In, Out>,
  replier: Replier<In, Out>,
  message: string = endpoint.ok ?? '',
): MockedCalls<In> {
  const calls: In[] = [];
  const options: CallOptions[] = [];
  const plain = endpoint as unknown as Endpoint;
  const mock: Mock = {
    calls,
    options,
    async answer(input, callOptions) {
      calls.push(input as In);
      options.push(callOptions);
      checked('input', plain, input);
      const answer =
        typeof replier === 'function' ? await (replier as (input: unknown, options: CallOptions) => unknown)(input, callOptions) : replier;
      if (isFailing(answer)) throw failureOf(plain, { data: null, ...answer });
      checked('output', plain, answer);
      return { code: 200, message, data: answer };
    },
  };
  mocks.set(endpoint.id, mock);
  installClient(client);
  return mock as unknown as MockedCalls<In>;
}

function find(endpoint: { id: string }): Mock {
  const mock = mocks.get(endpoint.id);
  if (mock) return mock;
  faults.push(`${endpoint.id} was called without mockEndpoint()`);
  throw new ApiError({ code: 500, message: `${endpoint.id} has no mock`, data: null });
}

const client: Client = {
  async send<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: CallOptions = {}) {
    return find(endpoint).answer(input, options) as Promise<Reply<Out>>;
  },
  async file(endpoint, input, options = {}) {
    await find(endpoint).answer(input, options);
    return new Blob(['file']);
  },
};

/** Removes all mocks. Returns the calls without a mock and every schema mismatch. The test setup calls it after each test. */
export function resetEndpoints(): string[] {
  const found = faults;
  faults = [];
  mocks.clear();
  installClient(client);
  return found;
}

/** Removes and returns the faults of this test, for tests of this double. */
export const forgiveFaults = (): string[] => faults.splice(0);
