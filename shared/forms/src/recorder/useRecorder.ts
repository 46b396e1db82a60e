import { audioMessages } from '@portal/contracts/_kernel/upload';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileOf, microphoneErrorText } from './audioFile';
import { closeStream, type RecordingSession, startRecording, stopRecording } from './recordingSession';

const TICK_MS = 200;

export type RecorderState = 'idle' | 'asking' | 'recording' | 'paused' | 'stopping';

export interface RecorderOptions {
  mostSeconds: number;
  /** Receives each piece of a running recording. */
  onPiece(piece: Blob): void;
  onDone(file: File, seconds: number): void;
}

/** Records from the microphone. It stops automatically at the time limit, or when the microphone is unplugged. */
export function useRecorder({ mostSeconds, onPiece, onDone }: RecorderOptions) {
  const portal = usePortal();
  const [state, setState] = useState<RecorderState>('idle');
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const session = useRef<RecordingSession | null>(null);
  const isHere = useRef(true);
  const callbacks = useRef({ onPiece, onDone });
  callbacks.current = { onPiece, onDone };

  const stop = useCallback(() => {
    const current = session.current;
    if (!current) return;
    setState('stopping');
    stopRecording(current);
  }, []);

  const begin = (found: MediaStream) => {
    session.current = startRecording(found, {
      onPiece: (piece) => callbacks.current.onPiece(piece),
      onEnd: (pieces, ms) => {
        session.current = null;
        setStream(null);
        setState('idle');
        if (!isHere.current) return;
        if (pieces.length > 0) callbacks.current.onDone(fileOf(pieces, portal.now()), ms / 1000);
        else setProblem(audioMessages.empty);
      },
    });
    setStream(found);
    setState('recording');
  };

  const start = async () => {
    setProblem(null);
    setSeconds(0);
    setState('asking');
    let found: MediaStream | null = null;
    try {
      found = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (isHere.current) begin(found);
      else closeStream(found);
    } catch (error) {
      if (found) closeStream(found);
      setProblem(microphoneErrorText(error));
      setState('idle');
    }
  };

  const pause = () => {
    session.current?.recorder.pause();
    session.current?.elapsed.pause();
    setState('paused');
  };
  const resume = () => {
    session.current?.recorder.resume();
    session.current?.elapsed.run();
    setState('recording');
  };

  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setInterval(() => {
      const passed = (session.current?.elapsed.ms() ?? 0) / 1000;
      setSeconds(passed);
      if (passed >= mostSeconds) stop();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [state, stop, mostSeconds]);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (session.current) stopRecording(session.current);
    };
  }, []);

  return { state, seconds, problem, stream, start, pause, resume, stop };
}
