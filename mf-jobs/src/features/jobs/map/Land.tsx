import type { View } from './clusters';
import styles from './OntarioMap.module.css';
import { cities, outline, project } from './ontario';

/** Shares of the view's width: where a city may stand, and what its name needs to the left of it. */
const IN_VIEW = 0.47;
const ROOM_FOR_A_NAME = 0.25;

/** Land and cities of a view, drawn in kilometres. `scale`: how large texts and dots are, in shares of the width. */
export function Land({ view: { x: middle, y: centre, width }, ratio, scale = 1 }: { view: View; ratio: number; scale?: number }) {
  // The picture's unit is the kilometre, so text and dots take a share of its width.
  const unit = (width / 100) * scale;
  const left = middle - width / 2;
  return (
    <>
      <path d={outline} className={styles.land} strokeWidth={unit * 0.3} />
      {cities.map((city) => {
        const { x, y } = project(city.at);
        if (Math.abs(x - middle) > width * IN_VIEW || Math.abs(y - centre) > width * ratio * IN_VIEW) return null;
        const isLeft = city.side === 'left' && x - left > width * ROOM_FOR_A_NAME;
        return (
          <g key={city.name} className={styles.city}>
            <circle cx={x} cy={y} r={unit * 0.9} />
            <text
              x={x + (isLeft ? -2 : 2) * unit}
              y={y + unit * 1.2}
              fontSize={unit * 3.4}
              textAnchor={isLeft ? 'end' : 'start'}
              strokeWidth={unit}
            >
              {city.name}
            </text>
          </g>
        );
      })}
    </>
  );
}
