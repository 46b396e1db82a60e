import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as Trace } from '@opentelemetry/api';

/** The state of one API. Several APIs can run in one process. `services.ts` declares and creates the other fields. */
export interface Services {
  isClosed: boolean;
}

/**
 * Data of a call, a job or a command. The functions of the platform read them here, instead of from arguments. `database/db.ts` and
 * `database/replica.ts` declare their own fields.
 */
export interface Context {
  readonly services: Services;
  /** The trace of its log lines: the current span, and the module that made the call. */
  readonly trace?: Trace;
}

const storage = new AsyncLocalStorage<Context>();

/** The context, or undefined in code that no API has started. */
export const findContext = (): Context | undefined => storage.getStore();

/** @throws outside an API. */
export function currentContext(): Context {
  const context = storage.getStore();
  if (!context) throw new Error('There is no API context: call this within runWithServices');
  return context;
}

/** The services of the API that runs this code. @throws outside an API, and after its end. */
export function currentServices(): Services {
  const { services } = currentContext();
  if (services.isClosed) throw new Error('The API is closed');
  return services;
}

/** Runs `act` with these services, as a new call: without the transaction of its caller. Log lines of `act` contain the trace. */
export const runWithServices = <T>(services: Services, act: () => T, trace?: Trace | null): T =>
  storage.run({ services, ...(trace && { trace }) }, act);

/** Runs `act` as a part of the current call. */
export const extendContext = <T>(additions: Omit<Context, 'services'>, act: () => T): T =>
  storage.run({ ...currentContext(), ...additions }, act);

/** Sets the context of the rest of a test file. */
export const setTestContext = (context: Context): void => storage.enterWith(context);
