/** The parts of a typed address. */
export interface ParsedAddress {
  /** The street line when no words name a place. */
  street: string;
  /** Possible readings, likeliest first: a street line as typed, and the words that may name a place. */
  readings: { street: string; words: string }[];
  /** `L1G`, or its beginning when nothing else was typed. */
  area: string;
  /** `L1G4S2` when the whole code was typed. */
  postalCode: string;
}

const CODE = /\b([a-z]\d[a-z])[ -]?(\d[a-z]\d)?\s*$/i;
/** The beginning of a code on its own: `L1`. */
const AREA_BEGUN = /^[a-z]\d[a-z]?$/i;
/** Words that may end a street line and then name no place: "100 Queen Street West". */
const STREET_END =
  /^(st|street|ave?|avenue|rd|road|dr|drive|blvd|boulevard|cres|crescent|ct|court|ln|lane|way|pl|place|w|west|e|east|n|north|s|south|unit|apt|suite|#?\d+)$/i;
const MOST_WORDS = 4;

/** Every end of a line without commas that may name a place, the longest first. */
function endsOf(line: string): ParsedAddress['readings'] {
  const words = line.split(/\s+/).filter(Boolean);
  return words.flatMap((first, index) => {
    const isPlace = words.length - index <= MOST_WORDS && (index === 0 || !STREET_END.test(first.replace(/[.,]/g, '')));
    return isPlace ? [{ street: words.slice(0, index).join(' '), words: words.slice(index).join(' ') }] : [];
  });
}

const isProvince = (part: string) => /^(on|ont|ontario|canada)\.?$/i.test(part);

/** Splits a typed address into street, place and postal code, in the order in which addresses are written. */
export function parseAddress(typed: string): ParsedAddress {
  const text = typed.replace(/\s+/g, ' ').trim();
  const code = CODE.exec(text);
  const area = (code?.[1] ?? (AREA_BEGUN.test(text) ? text : '')).toUpperCase();
  const postalCode = code?.[2] ? `${code[1]}${code[2]}`.toUpperCase() : '';
  const rest = (code ? text.slice(0, code.index) : area ? '' : text).trim();
  const parts = rest
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isProvince(part));
  const [street = '', ...places] = parts;
  if (places.length > 0) return { street, readings: [{ street, words: places.at(-1) ?? '' }], area, postalCode };
  return { street, readings: rest.endsWith(',') ? [] : endsOf(street), area, postalCode };
}
