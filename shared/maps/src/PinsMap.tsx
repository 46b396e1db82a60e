import { cx } from '@portal/ui/cx';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { BaseMap } from './BaseMap';
import { type Cluster, clustersIn, type MapPosition, type MapView, RATIO, viewOf, WIDEST_KM, widths, zoomView } from './clusters';
import ontario from './OntarioMap.module.css';
import styles from './PinsMap.module.css';
import type { PinsProps } from './StreetPinsMap';

/** Share of the view by which a key or a button moves it. */
const STEP = 0.25;
const moves = {
  ArrowLeft: { label: 'West', sign: '←', x: -1, y: 0 },
  ArrowUp: { label: 'North', sign: '↑', x: 0, y: -1 },
  ArrowDown: { label: 'South', sign: '↓', x: 0, y: 1 },
  ArrowRight: { label: 'East', sign: '→', x: 1, y: 0 },
} as const;
type Arrow = keyof typeof moves;
const isArrow = (key: string): key is Arrow => key in moves;

/** Props that report a drag in steps, as shares of the element's size. A press without movement stays a click. */
function useDrag(element: RefObject<HTMLElement | null>, moved: (share: { x: number; y: number }) => void) {
  const last = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ target, currentTarget, clientX: x, clientY: y }: PointerEvent) => {
      if (target === currentTarget || !(target as Element).closest('button')) last.current = { x, y };
    },
    onPointerMove: ({ clientX: x, clientY: y, pointerId }: PointerEvent) => {
      const { current } = element;
      if (!last.current || !current) return;
      if (!current.hasPointerCapture(pointerId)) current.setPointerCapture(pointerId);
      const { width, height } = current.getBoundingClientRect();
      moved({ x: (x - last.current.x) / width, y: (y - last.current.y) / height });
      last.current = { x, y };
    },
    onPointerUp: () => {
      last.current = null;
    },
    onPointerCancel: () => {
      last.current = null;
    },
  };
}

/** Places on the portal's own map of Ontario. Keys, buttons and dragging move it. Places that touch become one mark with their number. */
export function PinsMap<Place extends MapPosition>({
  places,
  chosen,
  keyOf,
  nameOf,
  onChoose,
}: PinsProps<Place> & { chosen: readonly Place[] }) {
  const [shown, setShown] = useState(places);
  const [view, setView] = useState(() => viewOf(places));
  const picture = useRef<HTMLDivElement>(null);
  // The same places read again keep the view; other places reset it.
  if (shown !== places) {
    setShown(places);
    if (shown.map(keyOf).join() !== places.map(keyOf).join()) setView(viewOf(places));
  }
  const pan = ({ x, y }: { x: number; y: number }, by = STEP) =>
    setView((old) => ({ ...old, x: old.x + x * old.width * by, y: old.y + y * old.width * RATIO * by }));
  const drag = useDrag(picture, (share) => pan({ x: -share.x, y: -share.y }, 1));
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isArrow(event.key)) pan(moves[event.key]);
    else if (event.key === '+' || event.key === '=') setView(zoomView(view, -1));
    else if (event.key === '-') setView(zoomView(view, 1));
    else return;
    event.preventDefault();
  };
  const press = (cluster: Cluster<Place>) => {
    if (cluster.parts) setView(zoomView(view, -1, cluster));
    onChoose(cluster.parts ? [] : cluster.places);
  };
  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group that takes keys, not a form's fieldset */}
      <div
        ref={picture}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move the map need a place to land
        tabIndex={0}
        aria-label="Map. Arrow keys move it, plus and minus zoom."
        className={cx(ontario.map, styles.map)}
        onKeyDown={keys}
        {...drag}
      >
        <Picture view={view} />
        {clustersIn(places, view).map((cluster) => (
          <Mark
            key={cluster.places.slice(0, 1).map(keyOf).join()}
            cluster={cluster}
            name={nameOf(cluster)}
            view={view}
            isChosen={chosen[0] === cluster.places[0]}
            onPress={() => press(cluster)}
          />
        ))}
      </div>
      <div className={styles.tools}>
        {Object.values(moves).map((move) => (
          <button key={move.label} type="button" aria-label={move.label} onClick={() => pan(move)}>
            {move.sign}
          </button>
        ))}
        <button type="button" aria-label="Zoom in" disabled={view.width <= widths[0]} onClick={() => setView(zoomView(view, -1))}>
          +
        </button>
        <button type="button" aria-label="Zoom out" disabled={view.width >= WIDEST_KM} onClick={() => setView(zoomView(view, 1))}>
          −
        </button>
        <button type="button" onClick={() => setView(viewOf(places))}>
          All
        </button>
      </div>
    </div>
  );
}

function Picture({ view }: { view: MapView }) {
  const height = view.width * RATIO;
  return (
    <svg
      viewBox={`${view.x - view.width / 2} ${view.y - height / 2} ${view.width} ${height}`}
      aria-hidden="true"
      className={ontario.picture}
    >
      <BaseMap view={view} ratio={RATIO} />
    </svg>
  );
}

interface MarkProps {
  cluster: Cluster<MapPosition>;
  name: string;
  view: MapView;
  isChosen: boolean;
  onPress(): void;
}

function Mark({ cluster, name, view, isChosen, onPress }: MarkProps) {
  const left = ((cluster.x - view.x) / view.width + 0.5) * 100;
  const top = ((cluster.y - view.y) / (view.width * RATIO) + 0.5) * 100;
  return (
    <button
      type="button"
      className={styles.mark}
      style={{ insetInlineStart: `${left}%`, insetBlockStart: `${top}%` }}
      aria-label={name}
      aria-pressed={cluster.parts ? undefined : isChosen}
      onClick={onPress}
    >
      <span className={cluster.places.length > 1 ? styles.many : styles.one}>{cluster.places.length > 1 && cluster.places.length}</span>
    </button>
  );
}
