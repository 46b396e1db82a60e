import styles from './GuardFigure.module.css';

interface GuardFigureProps {
  /** Position of the feet. */
  x: number;
  y: number;
  facesLeft?: boolean | undefined;
}

/** A guard of 120 units' height with a lamp, for a drawing on the portal's dark ground. */
export function GuardFigure({ x, y, facesLeft }: GuardFigureProps) {
  return (
    <g transform={`translate(${x} ${y})${facesLeft ? ' scale(-1 1)' : ''}`}>
      <path className={styles.beam} d="M24-60 132-22v26Z" />
      <path className={styles.coat} d="M-15-50h13V0h-13ZM3-50h13V0H3ZM-18-90q18-10 37 0l5 44h-47ZM16-84l12 20-4 8-10-8Z" />
      <path className={styles.vest} d="M-20-70h41l1 7h-43ZM-7-95l5 47h-6l-4-45ZM8-95l5 2-4 45H3ZM22-64h9v7h-9Z" />
      <path className={styles.skin} d="M-10-105h20v5a10 10 0 0 1-20 0Z" />
      <path className={styles.coat} d="M-13-106q0-14 13-14t13 14h7v4h-33Z" />
    </g>
  );
}
