import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './Chart.module.css';
import { cx } from './cx';

export interface ChartBar {
  key: string;
  /** A short text under the bar. */
  label: string;
  /** The text of the table row. */
  name: string;
  /** The height of the bar, at least 0. Readers see `text`. */
  value: number;
  text: string;
  /** The period has not ended. The bar is drawn as an outline. */
  isRunning?: boolean | undefined;
}

export interface ChartProps {
  title: string;
  bars: readonly ChartBar[];
  /** The header of the table's first column. */
  nameHeader: string;
  valueHeader: string;
  /** Formats a value of the axis. */
  axis: (value: number) => string;
}

/** The width in pixels until the actual one is known. */
const NARROW = 320;
const TOP = 12;
const BASE = 164;
const HEIGHT = 188;
/** The maximum width of a letter in --text-fine, and the space around a label, in pixels. */
const LETTER = 7;
const AIR = 8;

/** The smallest number of the form 1, 2 or 5 followed by zeros that is at least `most`. */
export function niceTop(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return ([1, 2, 5].find((step) => step * ten >= most) ?? 10) * ten;
}

const letters = (words: readonly string[]) => Math.max(0, ...words.map(({ length }) => length)) * LETTER;

/** The width of an element in pixels, measured before it is painted and on each change; `otherwise` until then. */
function useWidth<Measured extends Element>(otherwise: number): [RefObject<Measured | null>, number] {
  const ref = useRef<Measured | null>(null);
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = () => setWidth(Math.round(element.getBoundingClientRect().width) || otherwise);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [otherwise]);
  return [ref, width];
}

/** One unit is one pixel, so that labels have the same size on every screen. The axis has its own column at the left. */
function Bars({ bars, axis }: Pick<ChartProps, 'bars' | 'axis'>) {
  const [place, width] = useWidth<SVGSVGElement>(NARROW);
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const steps = [0, top / 2, top];
  const start = letters(steps.map(axis)) + AIR;
  const slot = (width - start) / Math.max(bars.length, 1);
  const each = Math.max(Math.ceil((letters(bars.map(({ label }) => label)) + AIR) / slot), 1);
  const isNamed = (at: number) => (bars.length - 1 - at) % each === 0;
  const y = (value: number) => BASE - ((BASE - TOP) * value) / top;
  return (
    <svg
      ref={place}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      className={styles.drawing}
      aria-hidden="true"
      focusable="false"
    >
      {steps.map((value) => (
        <g key={value}>
          <line x1={start} x2={width} y1={y(value)} y2={y(value)} className={value === 0 ? styles.base : styles.line} />
          {value > 0 && (
            <text x={start - AIR} y={y(value)} textAnchor="end" dominantBaseline="middle" className={styles.words}>
              {axis(value)}
            </text>
          )}
        </g>
      ))}
      {bars.map(({ key, label, value, isRunning }, at) => (
        <g key={key}>
          {value > 0 && (
            <rect
              x={start + at * slot + slot * 0.2}
              width={slot * 0.6}
              y={Math.min(y(value), BASE - 2)}
              height={Math.max(BASE - y(value), 2)}
              rx={2}
              className={cx(styles.bar, isRunning && styles.running)}
            />
          )}
          {isNamed(at) && (
            <text x={start + (at + 0.5) * slot} y={HEIGHT - 5} textAnchor="middle" className={styles.words}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Bars, and the same values as a table for all readers. */
export function Chart({ title, bars, nameHeader, valueHeader, axis }: ChartProps) {
  const id = useId();
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      <Bars bars={bars} axis={axis} />
      <table className={styles.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{nameHeader}</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, text, isRunning }) => (
            <tr key={key}>
              <th scope="row">{isRunning ? `${name}, so far` : name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
