import { useId } from 'react';
import styles from './Chart.module.css';
import { cx } from './cx';

export interface ChartBar {
  key: string;
  /** Under the bar: short. */
  label: string;
  /** Of its row in the table. */
  name: string;
  /** For drawing alone; what is read is `text`. Not below zero. */
  value: number;
  text: string;
  /** It is not over yet: drawn as an outline. */
  isRunning?: boolean | undefined;
}

export interface ChartProps {
  title: string;
  bars: readonly ChartBar[];
  /** Heads of the table's two columns. */
  nameHeader: string;
  valueHeader: string;
  /** Writes a value of the axis. */
  axis: (value: number) => string;
}

const WIDTH = 360;
const TOP = 16;
const BASE = 160;
const HEIGHT = 180;
const LETTER = 7;

/** 1, 2 or 5 with zeros: the first that is not below. */
export function niceTop(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return ([1, 2, 5].find((step) => step * ten >= most) ?? 10) * ten;
}

function Bars({ bars, axis }: Pick<ChartProps, 'bars' | 'axis'>) {
  const top = niceTop(Math.max(0, ...bars.map(({ value }) => value)));
  const slot = WIDTH / Math.max(bars.length, 1);
  const each = Math.ceil((Math.max(0, ...bars.map(({ label }) => label.length)) * LETTER) / slot);
  const isNamed = (at: number) => (bars.length - 1 - at) % Math.max(each, 1) === 0;
  const y = (value: number) => BASE - ((BASE - TOP) * value) / top;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.drawing} aria-hidden="true" focusable="false">
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} className={value === 0 ? styles.base : styles.line} />
          {value > 0 && (
            <text x={0} y={y(value) - 4} className={styles.words}>
              {axis(value)}
            </text>
          )}
        </g>
      ))}
      {bars.map(({ key, label, value, isRunning }, at) => (
        <g key={key}>
          {value > 0 && (
            <rect
              x={at * slot + slot * 0.2}
              width={slot * 0.6}
              y={Math.min(y(value), BASE - 2)}
              height={Math.max(BASE - y(value), 2)}
              rx={2}
              className={cx(styles.bar, isRunning && styles.running)}
            />
          )}
          {isNamed(at) && (
            <text x={(at + 0.5) * slot} y={HEIGHT - 5} textAnchor="middle" className={styles.words}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Bars for whoever sees them, and beside them the same as a table for everybody. */
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
