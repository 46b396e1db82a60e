import { fireEvent } from '@testing-library/dom';
import { createCallTrace, remoteInStack } from './callTrace';

const NOW = Date.parse('2027-03-14T15:00:00Z');
const open = () => createCallTrace(() => new Date(NOW), '1.4.0');

it('[TRACE-01] gives all calls of a tap one trace, and the next tap another one', () => {
  const traceCall = open();
  fireEvent.pointerDown(document.body);
  const [first, second] = [traceCall(), traceCall()];
  expect(first.traceparent).toMatch(/^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/);
  expect(second.traceparent).toBe(first.traceparent);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  const third = traceCall();
  expect(third.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(third.traceparent).not.toBe(first.traceparent);
});

it('[TRACE-01] begins a trace at the press of a button, or at a click without a press', () => {
  const traceCall = open();
  fireEvent.click(document.body);
  const clicked = traceCall().traceparent;
  expect(clicked).toMatch(/^00-/);
  fireEvent.pointerDown(document.body);
  const pressed = traceCall().traceparent;
  fireEvent.click(document.body);
  expect(traceCall().traceparent).toBe(pressed);
  expect(pressed).not.toBe(clicked);
});

it('[TRACE-01] sends the time of the tap by the clock of the server', () => {
  const traceCall = open();
  fireEvent.pointerDown(document.body);
  const [, tap] = /,tap=(\d{13})$/.exec(traceCall().baggage ?? '') ?? [];
  expect(NOW - Number(tap)).toBeGreaterThanOrEqual(0);
  expect(NOW - Number(tap)).toBeLessThan(10_000);
});

it('[TRACE-01] sends no trace before the first tap and ten seconds after the last one', () => {
  jest.useFakeTimers();
  const traceCall = open();
  expect(traceCall()).toEqual({ baggage: 'module=shell,version=1.4.0' });
  fireEvent.pointerDown(document.body);
  jest.advanceTimersByTime(9_000);
  expect(traceCall()).toHaveProperty('traceparent');
  jest.advanceTimersByTime(1_500);
  expect(traceCall()).toEqual({ baggage: 'module=shell,version=1.4.0' });
});

it.each([
  [
    'Chromium',
    'Error\n    at a (https://p.example/modules/shell/1.4.0/main.js:1:20)\n    at b (https://p.example/modules/mf-jobs/1.2.0/78.js:1:9)',
  ],
  ['WebKit', 'a@https://p.example/modules/shell/1.4.0/main.js:1:20\nb@https://p.example/modules/mf-jobs/1.2.0/78.js?2:1:9'],
])('[TRACE-02] reads the calling module from a stack of %s', (_engine, stack) => {
  expect(remoteInStack(stack)).toEqual({ name: 'mf-jobs', version: '1.2.0' });
});

it('[TRACE-02] finds no remote in a stack of the shell alone', () => {
  expect(remoteInStack('Error\n    at a (https://p.example/modules/shell/1.4.0/main.js:1:20)')).toBeNull();
});
