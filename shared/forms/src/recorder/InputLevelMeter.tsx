import { useEffect, useRef } from 'react';
import styles from './Recorder.module.css';

const BARS = 24;
/** Samples per measurement. It is longer than the pause between two measurements, so that no sound is missed. */
const WINDOW = 8192;
/** Levels below this draw no bar. A phone reduces noise, so speech reaches a fortieth of the full range; a linear scale would be flat. */
const FLOOR_DB = -60;

/** The height of the bar for these samples, 0 to 1, on a logarithmic scale as an ear hears it. */
export function heightOf(samples: Float32Array): number {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Math.max(0, Math.min(1, 1 - (20 * Math.log10(loudest)) / FLOOR_DB));
}

/** Draws the input level, so that the guard sees a deaf microphone before a minute is lost. */
export function InputLevelMeter({ stream, isHeard }: { stream: MediaStream | null; isHeard: boolean }) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const Context = window.AudioContext;
    if (!stream || !isHeard || !Context) return;
    const context = new Context();
    // Some browsers suspend a context that is created after the permission prompt.
    void context.resume();
    const analyser = context.createAnalyser();
    analyser.fftSize = WINDOW;
    const source = context.createMediaStreamSource(stream);
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const heights: number[] = Array.from({ length: BARS }, () => 0);
    let frame = 0;
    let shown = 0;
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw);
      // Ten frames a second look smooth and spare a slow phone.
      if (now - shown < 100) return;
      shown = now;
      analyser.getFloatTimeDomainData(samples);
      heights.push(heightOf(samples));
      heights.shift();
      for (const [at, bar] of [...(bars.current?.children ?? [])].entries())
        (bar as HTMLElement).style.scale = `1 ${Math.max(0.08, heights[at] ?? 0)}`;
    };
    frame = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(frame);
      source.disconnect();
      void context.close();
    };
  }, [stream, isHeard]);
  return (
    <span ref={bars} aria-hidden="true" className={styles.level}>
      {Array.from({ length: BARS }, (_, at) => `bar-${at}`).map((key) => (
        <span key={key} />
      ))}
    </span>
  );
}
