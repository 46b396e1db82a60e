// Reads one recording outside the event loop of the API. Plain JavaScript, because a Node worker cannot load TypeScript.
import { parentPort, workerData } from 'node:worker_threads';
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  Output,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** The stored format for each accepted codec; `packed` lists the codecs per container. Other files are rejected. */
const stored = {
  opus: { codecs: /^opus$/, type: 'audio/webm', format: () => new WebMOutputFormat() },
  aac: { codecs: /^aac$/, type: 'audio/mp4', format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
  mp3: { codecs: /^mp3$/, type: 'audio/mpeg', format: () => new Mp3OutputFormat() },
  wav: { codecs: /^(pcm-|ulaw$|alaw$)/, type: 'audio/wav', format: () => new WavOutputFormat() },
};
const packed = new Map([
  [WEBM.name, ['opus']],
  [OGG.name, ['opus']],
  [MP4.name, ['aac']],
  [QTFF.name, ['aac']],
  [MP3.name, ['mp3']],
  [WAVE.name, ['wav']],
]);

/** The shortest packet of an accepted codec plays 2.5 ms. */
const MOST_PACKETS_A_SECOND = 400;

/** Whether the file has more packets than its duration allows: a table of three kilobytes can claim a million. */
async function hasTooMany(track, seconds) {
  const most = Math.ceil(seconds * MOST_PACKETS_A_SECOND) + 1;
  let count = 0;
  for await (const _packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
    if (++count > most) return true;
  return false;
}

async function read({ bytes, mostSeconds }) {
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, OGG, MP4, QTFF, MP3, WAVE] });
  const kinds = packed.get((await input.getFormat()).name) ?? [];
  const [track, ...others] = await input.getTracks();
  if (!track) return { problem: 'empty' };
  const kind = kinds.find((one) => stored[one].codecs.test(track.codec ?? ''));
  if (!kind || others.length > 0 || !track.isAudioTrack()) return { problem: 'notAudio' };
  const seconds = await track.computeDuration();
  if (!(seconds > 0)) return { problem: 'empty' };
  if (seconds > mostSeconds + 1) return { problem: 'tooLong' };
  if (await hasTooMany(track, seconds)) return { problem: 'unreadable' };
  const { format, type } = stored[kind];
  const target = new BufferTarget();
  const conversion = await Conversion.init({ input, output: new Output({ format: format(), target }), tags: {}, showWarnings: false });
  await conversion.execute();
  return target.buffer ? { made: target.buffer, type, seconds } : { problem: 'notAudio' };
}

// Any error of the reader is caused by these bytes.
const outcome = await read(workerData).catch(() => ({ problem: 'notAudio' }));
parentPort?.postMessage(outcome, outcome.made ? [outcome.made] : []);
