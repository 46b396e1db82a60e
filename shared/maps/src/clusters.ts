import { project } from './ontario';

export interface MapPosition {
  lat: number;
  long: number;
}

/** The visible part of the map: centre and width, in kilometres of the projection. */
export interface MapView {
  x: number;
  y: number;
  width: number;
}
export const RATIO = 0.75;
/** Widths of the zoom steps in kilometres: a district, a city, the region, the south, the province. */
export const widths = [8, 25, 90, 260, 780, 2400] as const;
const [NEAREST] = widths;
export const WIDEST_KM = 2400;
const FITTING = 1.25;
/** Places that are closer than this share of the width become one mark, because a finger cannot separate them. */
const TOUCHING = 0.1;
/** Places that are closer than this never separate. */
const SAME_KM = 0.1;

export interface Cluster<Place extends MapPosition> {
  x: number;
  y: number;
  places: readonly Place[];
  /** Zooming in would separate the places. */
  parts: boolean;
}

interface Growing<Place> {
  x: number;
  y: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  places: Place[];
}

const at = ({ lat, long }: MapPosition) => project([long, lat]);

/** Joins the places in view that would touch, at the centre of each group. It keeps the order of the places, so marks do not jump. */
export function clustersIn<Place extends MapPosition>(places: readonly Place[], view: MapView): Cluster<Place>[] {
  const near = view.width * TOUCHING;
  const groups: Growing<Place>[] = [];
  for (const place of places) {
    const { x, y } = at(place);
    if (Math.abs(x - view.x) > view.width / 2 || Math.abs(y - view.y) > (view.width * RATIO) / 2) continue;
    const group = groups.find((one) => Math.hypot(one.x - x, one.y - y) < near);
    if (!group) {
      groups.push({ x, y, left: x, right: x, top: y, bottom: y, places: [place] });
      continue;
    }
    const many = group.places.push(place);
    group.x += (x - group.x) / many;
    group.y += (y - group.y) / many;
    group.left = Math.min(group.left, x);
    group.right = Math.max(group.right, x);
    group.top = Math.min(group.top, y);
    group.bottom = Math.max(group.bottom, y);
  }
  return groups.map(({ x, y, left, right, top, bottom, places: own }) => ({
    x,
    y,
    places: own,
    parts: view.width > NEAREST && Math.max(right - left, bottom - top) > SAME_KM,
  }));
}

/** Returns the closest view that shows all places; the south of the province if there are none. */
export function viewOf(places: readonly MapPosition[]): MapView {
  const spots = places.map(at);
  if (spots.length === 0) return { ...project([-79.9, 44]), width: 780 };
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const needed = Math.max(right - left, (bottom - top) / RATIO) * FITTING;
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: widths.find((width) => width >= needed) ?? WIDEST_KM };
}

/** Zooms one step in (-1) or out (1), around the same centre or `to`. */
export function zoomView(view: MapView, step: 1 | -1, to: { x: number; y: number } = view): MapView {
  const index = widths.findIndex((width) => width >= view.width);
  return { x: to.x, y: to.y, width: widths[Math.max(0, index + step)] ?? WIDEST_KM };
}
