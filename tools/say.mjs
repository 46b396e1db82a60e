// For every tool, also before the install: nothing but Node's own modules.

// A closed terminal, a reader that ended or a full disk does not end the work, and no place is left for the error. In a test the streams outlive
// this module, so they get one listener.
for (const stream of [process.stdout, process.stderr]) if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);

/** Writes one line. */
export const say = (line) => void process.stdout.write(`${line}\n`);
