import { newUuid } from '@portal/mf-kit/newKey';

/** A call that begins later belongs to no tap: screens also read by timers. */
const TAP_MS = 10_000;

/** The headers of W3C Trace Context and W3C Baggage. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** The remote of the first file in a stack that is not the shell's; null if there is none. Not in errorOrigin.ts, which loads later. */
export function remoteInStack(stack: string): { name: string; version: string } | null {
  const [, name, version] = /\/modules\/(?!shell\/)([\w-]+)\/([\w.-]+)\//.exec(stack) ?? [];
  return name && version ? { name, version } : null;
}

/**
 * Returns the headers of a call that begins now: the trace of the guard's last tap or key, its time, and the module that calls. The module is read
 * from the stack, so call it in the task of the caller. All calls of one tap have one trace; its last half is the id of the tap's span.
 */
export function createCallTrace(now: () => Date, shell: string): () => TraceHeaders {
  let trace = '';
  let at = Number.NEGATIVE_INFINITY;
  const onTap = ({ type }: Event) => {
    // A screen reader clicks without a press. Any other click belongs to its press.
    if (type === 'click' && performance.now() - at < TAP_MS) return;
    trace = newUuid().replaceAll('-', '');
    at = performance.now();
  };
  for (const type of ['pointerdown', 'keydown', 'click']) window.addEventListener(type, onTap, true);
  return () => {
    const { name, version } = remoteInStack(String(new Error().stack)) ?? { name: 'shell', version: shell };
    const baggage = `module=${name},version=${version}`;
    const since = performance.now() - at;
    if (since > TAP_MS) return { baggage };
    return { traceparent: `00-${trace}-${trace.slice(16)}-01`, baggage: `${baggage},tap=${Math.round(now().getTime() - since)}` };
  };
}
