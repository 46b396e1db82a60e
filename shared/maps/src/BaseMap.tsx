import type { MapView } from './clusters';
import styles from './OntarioMap.module.css';
import { cities, outline, project } from './ontario';

/** Shares of the view's width: the area for cities, and the space for a name left of its city. */
const IN_VIEW = 0.47;
const ROOM_FOR_A_NAME = 0.25;

/** Size of a name in hundredths of the width: its height, and the width of a letter. */
const LINE = 4;
const LETTER = 2;

interface Label {
  name: string;
  x: number;
  y: number;
  isLeft: boolean;
}

/** The cities in view, the largest first. A name that would cover another is left out; its dot stays. */
function labelled({ x: middle, y: centre, width }: MapView, ratio: number, unit: number): { label: Label; isNamed: boolean }[] {
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

/** Draws land and cities of a view, in kilometres. `ratio`: height to width. */
export function BaseMap({ view, ratio }: { view: MapView; ratio: number }) {
  // Coordinates are kilometres, so text and dots are sized by the width of the view.
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
