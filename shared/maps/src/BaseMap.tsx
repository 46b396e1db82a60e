import type { View } from './clusters';
import styles from './OntarioMap.module.css';
import { cities, outline, project } from './ontario';

/** Shares of the view's width: where a city may stand, and what its name needs to the left of it. */
const IN_VIEW = 0.47;
const ROOM_FOR_A_NAME = 0.25;

/** What a name takes, in hundredths of the width: its height, and each of its letters. */
const LINE = 4;
const LETTER = 2;

interface Label {
  name: string;
  x: number;
  y: number;
  isLeft: boolean;
}

/** The cities in view, the larger first; a name that would lie over another one is left out, its dot stays. */
function labelled({ x: middle, y: centre, width }: View, ratio: number, unit: number): { label: Label; isNamed: boolean }[] {
  const taken: { from: number; to: number; y: number }[] = [];
  return cities.flatMap((city) => {
    const { x, y } = project(city.at);
    if (Math.abs(x - middle) > width * IN_VIEW || Math.abs(y - centre) > width * ratio * IN_VIEW) return [];
    const isLeft = city.side === 'left' && x - (middle - width / 2) > width * ROOM_FOR_A_NAME;
    const length = city.name.length * LETTER * unit;
    const [from, to] = isLeft ? [x - length, x] : [x, x + length];
    const isNamed = !taken.some((one) => Math.abs(one.y - y) < LINE * unit && one.from < to && from < one.to);
    if (isNamed) taken.push({ from, to, y });
    return [{ label: { name: city.name, x, y, isLeft }, isNamed }];
  });
}

/** Land and cities of a view, drawn in kilometres. `ratio`: its height to its width. */
export function BaseMap({ view, ratio }: { view: View; ratio: number }) {
  // The picture's unit is the kilometre, so text and dots take a share of its width.
  const unit = view.width / 100;
  return (
    <>
      <path d={outline} className={styles.land} strokeWidth={unit * 0.3} />
      {labelled(view, ratio, unit).map(({ label: { name, x, y, isLeft }, isNamed }) => (
        <g key={name} className={styles.city}>
          <circle cx={x} cy={y} r={unit * 0.9} />
          {isNamed && (
            <text
              x={x + (isLeft ? -2 : 2) * unit}
              y={y + unit * 1.2}
              fontSize={unit * 3.4}
              textAnchor={isLeft ? 'end' : 'start'}
              strokeWidth={unit}
            >
              {name}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
