import { recorderOf } from './audioFile';

/** The recorder hands over a piece this often, so that a lost page loses at most one piece. */
const PIECE_MS = 3000;

/** The recorded time without pauses. */
class Elapsed {
  private previousMs = 0;
  private since: number | null = null;
  run(): void {
    this.since ??= performance.now();
  }
  pause(): void {
    this.previousMs = this.ms();
    this.since = null;
  }
  ms(): number {
    return this.previousMs + (this.since === null ? 0 : performance.now() - this.since);
  }
}

export interface RecordingSession {
  recorder: MediaRecorder;
  stream: MediaStream;
  elapsed: Elapsed;
}

/** Releases the microphone, which also removes the browser's recording indicator. */
export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export function stopRecording({ recorder, elapsed, stream }: RecordingSession): void {
  elapsed.pause();
  if (recorder.state !== 'inactive') recorder.stop();
  closeStream(stream);
}

interface RecordingEvents {
  onPiece(piece: Blob): void;
  onEnd(pieces: readonly Blob[], ms: number): void;
}

/** Records a stream until it is stopped or the microphone is unplugged. */
export function startRecording(stream: MediaStream, { onPiece, onEnd }: RecordingEvents): RecordingSession {
  const session: RecordingSession = { recorder: recorderOf(stream), stream, elapsed: new Elapsed() };
  const { recorder, elapsed } = session;
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    pieces.push(data);
    if (recorder.state !== 'inactive') onPiece(data);
  };
  recorder.onstop = () => {
    stopRecording(session);
    onEnd(pieces, elapsed.ms());
  };
  for (const track of stream.getTracks()) track.onended = () => stopRecording(session);
  recorder.start(PIECE_MS);
  elapsed.run();
  return session;
}
