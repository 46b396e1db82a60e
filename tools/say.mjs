// Used by every tool, also before the install, so it imports only Node's own modules.

// A closed terminal or pipe, or a full disk, must not end the work, and there is no other output for the error. In a test the streams outlive this
// module, so they get one listener.
for (const stream of [process.stdout, process.stderr]) if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);

/** Writes one line. */
export const say = (line) => void process.stdout.write(`${line}\n`);
