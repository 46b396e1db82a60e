/** @jest-environment node */
import { clustersIn, RATIO, viewOf, WIDEST_KM, widths, zoomView } from './clusters';
import { project } from './ontario';

const place = (lat: number, long: number, n = 1) => ({ name: `Place ${n}`, lat, long });
const toronto = place(43.65, -79.38, 1);
const nextDoor = place(43.651, -79.381, 2);
const ottawa = place(45.42, -75.7, 3);

it('joins places that touch and separates them after zooming in', () => {
  const far = clustersIn([toronto, nextDoor, ottawa], viewOf([toronto, nextDoor, ottawa]));
  expect(far.map(({ places, parts }) => [places.length, parts])).toEqual([
    [2, true],
    [1, false],
  ]);
  const near = clustersIn([toronto, nextDoor], { ...project([-79.38, 43.65]), width: 1 });
  expect(near).toHaveLength(2);
});

it('does not zoom in when places share one position, or at the closest width', () => {
  const same = [toronto, place(43.65, -79.38, 4)];
  expect(clustersIn(same, viewOf(same))[0]).toMatchObject({ parts: false });
  expect(clustersIn([toronto, nextDoor], { ...project([-79.38, 43.65]), width: widths[0] })[0]).toMatchObject({ parts: false });
});

it('leaves out places that are not in view', () => {
  expect(clustersIn([toronto, ottawa], { ...project([-75.7, 45.42]), width: 90 }).map(({ places }) => places[0]?.name)).toEqual([
    'Place 3',
  ]);
});

it('shows every place in the first view', () => {
  const all = [toronto, ottawa, place(48.4, -89.2, 5)];
  const view = viewOf(all);
  expect(clustersIn(all, view).reduce((sum, { places }) => sum + places.length, 0)).toBe(3);
  for (const { x, y } of all.map(({ lat, long }) => project([long, lat]))) {
    expect(Math.abs(x - view.x)).toBeLessThanOrEqual(view.width / 2);
    expect(Math.abs(y - view.y)).toBeLessThanOrEqual((view.width * RATIO) / 2);
  }
  expect(viewOf([]).width).toBe(780);
  expect(viewOf([toronto]).width).toBe(widths[0]);
});

it('zooms in steps and stops at both ends', () => {
  const view = { x: 1, y: 2, width: 90 };
  expect(zoomView(view, -1).width).toBe(25);
  expect(zoomView(view, 1, { x: 5, y: 6 })).toEqual({ x: 5, y: 6, width: 260 });
  expect(zoomView({ ...view, width: widths[0] }, -1).width).toBe(widths[0]);
  expect(zoomView({ ...view, width: WIDEST_KM }, 1).width).toBe(WIDEST_KM);
});

it('compares each of a thousand places with the clusters only, not with every other place', () => {
  const many = Array.from({ length: 1000 }, (_, n) => place(42 + (n % 37) / 10, -84 + (n % 91) / 10, n));
  const view = viewOf(many);
  const compared = jest.spyOn(Math, 'hypot');
  const clusters = clustersIn(many, view);
  const comparisons = compared.mock.calls.length;
  compared.mockRestore();
  expect(clusters.length).toBeLessThan(100);
  expect(comparisons).toBeGreaterThanOrEqual(many.length - clusters.length);
  expect(comparisons).toBeLessThanOrEqual(many.length * clusters.length);
  expect(clusters.reduce((sum, { places }) => sum + places.length, 0)).toBe(1000);
});
