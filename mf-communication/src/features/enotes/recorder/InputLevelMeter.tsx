import { useEffect, useRef } from 'react';
import styles from './Recorder.module.css';

const BARS = 24;
/** Longer than the pause between two looks: nothing that is said falls between them. */
const WINDOW = 8192;
/** What is quieter is no bar. A phone takes noise away and speech comes at a fortieth of the full range: counted evenly, that is flat. */
const FLOOR_DB = -60;

/** How high the bar of these samples stands, 0 to 1: as an ear hears it, ten times louder is one step. */
export function heightOf(samples: Float32Array): number {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Math.max(0, Math.min(1, 1 - (20 * Math.log10(loudest)) / FLOOR_DB));
}

/** How loud it is now, drawn as it comes in: that the microphone hears is seen before a minute is lost. */
export function InputLevelMeter({ stream, isHeard }: { stream: MediaStream | null; isHeard: boolean }) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const Context = window.AudioContext;
    if (!stream || !isHeard || !Context) return;
    const context = new Context();
    // Made after the question for the microphone, some browsers let it sleep.
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
      // Ten times a second is smooth enough, and a slow phone has other things to do.
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
