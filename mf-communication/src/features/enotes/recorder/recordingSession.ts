import { recorderOf } from './audioFile';

/** Every so often what was recorded is given away: a page that is lost takes no more with it. */
const PIECE_MS = 3000;

/** The time that was recorded, without what was paused. */
class Elapsed {
  private before = 0;
  private since: number | null = null;
  run(): void {
    this.since ??= performance.now();
  }
  hold(): void {
    this.before = this.ms();
    this.since = null;
  }
  ms(): number {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }
}

export interface RecordingSession {
  recorder: MediaRecorder;
  stream: MediaStream;
  elapsed: Elapsed;
}

/** Lets the microphone go: the browser's red sign goes with it. */
export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export function stopRecording({ recorder, elapsed, stream }: RecordingSession): void {
  elapsed.hold();
  if (recorder.state !== 'inactive') recorder.stop();
  closeStream(stream);
}

interface TakeEvents {
  onPiece(piece: Blob): void;
  onEnd(pieces: readonly Blob[], ms: number): void;
}

/** Records a stream until it is stopped, or the microphone goes. */
export function startRecording(stream: MediaStream, { onPiece, onEnd }: TakeEvents): RecordingSession {
  const take: RecordingSession = { recorder: recorderOf(stream), stream, elapsed: new Elapsed() };
  const { recorder, elapsed } = take;
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    pieces.push(data);
    if (recorder.state !== 'inactive') onPiece(data);
  };
  recorder.onstop = () => {
    stopRecording(take);
    onEnd(pieces, elapsed.ms());
  };
  for (const track of stream.getTracks()) track.onended = () => stopRecording(take);
  recorder.start(PIECE_MS);
  elapsed.run();
  return take;
}
