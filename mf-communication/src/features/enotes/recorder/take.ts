import { recorderOf } from './recording';

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

export interface Take {
  recorder: MediaRecorder;
  stream: MediaStream;
  elapsed: Elapsed;
}

/** Lets the microphone go: the browser's red sign goes with it. */
export function closeStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export function endTake({ recorder, elapsed, stream }: Take): void {
  elapsed.hold();
  if (recorder.state !== 'inactive') recorder.stop();
  closeStream(stream);
}

interface TakeEvents {
  onPiece(piece: Blob): void;
  onEnd(pieces: readonly Blob[], ms: number): void;
}

/** Records a stream until it is stopped, or the microphone goes. */
export function beginTake(stream: MediaStream, { onPiece, onEnd }: TakeEvents): Take {
  const take: Take = { recorder: recorderOf(stream), stream, elapsed: new Elapsed() };
  const { recorder, elapsed } = take;
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    pieces.push(data);
    if (recorder.state !== 'inactive') onPiece(data);
  };
  recorder.onstop = () => {
    endTake(take);
    onEnd(pieces, elapsed.ms());
  };
  for (const track of stream.getTracks()) track.onended = () => endTake(take);
  recorder.start(PIECE_MS);
  elapsed.run();
  return take;
}
