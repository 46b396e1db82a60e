import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A place of Ontario; `areas` are its postal areas. */
export interface ListedPlace {
  name: string;
  city: string;
  lat: number;
  lng: number;
  areas: string[];
  /** The normalised name for the search. */
  plain: string;
}

/** Lower case, without accents and points: `St. Catharines` and `st catharines` are one. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.']/g, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .replace(/\bsaint\b/g, 'st')
    .trim();

const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

function read(): ListedPlace[] {
  const areas = new Map(rowsOf('postal-areas.tsv').map(([name = '', codes = '']) => [name, codes.split(' ')]));
  return ['places.tsv', 'extra-places.tsv'].flatMap(rowsOf).map(([name = '', city = '', lat, lng]) => ({
    name,
    city,
    lat: Number(lat),
    lng: Number(lng),
    areas: areas.get(name) ?? [],
    plain: normalizeName(name),
  }));
}

/** Every shipped place, read once. */
export const places: readonly ListedPlace[] = read();
/** The place of a postal area, such as `L1G`. */
export const placesByArea: ReadonlyMap<string, ListedPlace> = new Map(places.flatMap((place) => place.areas.map((area) => [area, place])));
