import { act } from '@testing-library/react';

interface Track {
  stop: jest.Mock;
  onended: (() => void) | null;
}

/**
 * A microphone that the test controls: `piece()` emits a piece of the recording, as browsers do every few seconds; `fail` is the error of a
 * request.
 */
export interface FakeMicrophone {
  track: Track;
  /** Emits the recording since the last piece. */
  piece(bytes?: number): void;
  unplug(): void;
  /** Bytes of the piece that a stop emits. */
  last: number;
  fail: DOMException | null;
  asked: jest.Mock;
}

/** Replaces MediaRecorder and getUserMedia for one test. `type` is the MIME type of the recording. */
export function fakeMicrophone(type = 'audio/webm;codecs=opus'): FakeMicrophone {
  const recorders: FakeRecorder[] = [];
  const track: Track = { stop: jest.fn(), onended: null };
  const stream = { getTracks: () => [track] };

  class FakeRecorder {
    static isTypeSupported = (mimeType: string) => mimeType === type;
    state: RecordingState = 'inactive';
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    constructor() {
      recorders.push(this);
    }
    start() {
      this.state = 'recording';
    }
    pause() {
      this.state = 'paused';
    }
    resume() {
      this.state = 'recording';
    }
    give(bytes: number) {
      this.ondataavailable?.({ data: new Blob([new Uint8Array(bytes)], { type }) });
    }
    stop() {
      this.state = 'inactive';
      queueMicrotask(() =>
        act(() => {
          this.give(microphone.last);
          this.onstop?.();
        }),
      );
    }
  }

  const microphone: FakeMicrophone = {
    track,
    last: 500,
    fail: null,
    piece: (bytes = 1000) => act(() => recorders.at(-1)?.give(bytes)),
    unplug: () => act(() => track.onended?.()),
    asked: jest.fn(async () => {
      if (microphone.fail) throw microphone.fail;
      return stream;
    }),
  };
  Object.defineProperty(window, 'MediaRecorder', { configurable: true, value: FakeRecorder });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: microphone.asked } });
  return microphone;
}

/** A browser without a microphone and a recorder. */
export function noMicrophone(): void {
  Reflect.deleteProperty(window, 'MediaRecorder');
  Reflect.deleteProperty(navigator, 'mediaDevices');
}

/** Sets the duration that `<audio>` reports, because jsdom does not play sound. */
export function fakeSound(seconds: number): void {
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    const sound = { duration: seconds, ondurationchange: null as (() => void) | null, onerror: null, preload: '' };
    Object.defineProperty(sound, 'src', { set: () => queueMicrotask(() => sound.ondurationchange?.()) });
    return sound as unknown as HTMLAudioElement;
  });
}
