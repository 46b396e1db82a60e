import { basename, dirname } from 'node:path';
import { createStream } from 'rotating-file-stream';

const LIMITS = { size: '10M', rotate: 5 };
const RETRY_MS = 1_000;
/** Limits the memory that queued lines use if a process writes faster than the disk. */
const QUEUED_BYTES_MAX = 8 * 2 ** 20;

const countLines = (chunk) => chunk.toString().split('\n').length - 1 || 1;

function noteOf(count, reason) {
  const msg = `${count} lines of this log were dropped: the file could not be written (${reason})`;
  // The previous line may be incomplete.
  return `\n${JSON.stringify({ level: 40, time: new Date().toISOString(), service: 'supervisor', msg })}\n`;
}

/**
 * Opens a log file that rotates at 10 MB and keeps five older files (`.1` is the latest). `write` never throws and never blocks: while the file
 * cannot be written (a full disk), lines are dropped and counted, and one line states the count once writing works again.
 */
export function openLog(file, { limits = LIMITS, now = Date.now } = {}) {
  let stream = open();
  let dropped = 0;
  let reason = '';
  let retryAt = 0;

  function open() {
    const opened = createStream(basename(file), { path: dirname(file), ...limits });
    opened.on('error', (error) => {
      if (stream !== opened) return;
      stream = null;
      reason = error.code ?? error.message;
      retryAt = now() + RETRY_MS;
    });
    return opened;
  }

  const send = (chunk, count) =>
    stream.write(chunk, (error) => {
      if (error) dropped += count;
    });

  return {
    write(chunk) {
      const count = countLines(chunk);
      if (!stream && now() >= retryAt) stream = open();
      if (!stream || stream.writableLength > QUEUED_BYTES_MAX) {
        if (stream) reason = 'the disk is slower than the process';
        dropped += count;
        return;
      }
      if (dropped > 0) {
        const missing = dropped;
        dropped = 0;
        send(noteOf(missing, reason), missing);
      }
      send(chunk, count);
    },
    /** Resolves when all lines are written or dropped. */
    end: () =>
      new Promise((resolve) => {
        if (!stream || stream.closed) return resolve();
        stream.once('close', resolve);
        stream.end();
      }),
  };
}
