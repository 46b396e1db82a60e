import type { Page, Route } from '@playwright/test';

/**
 * A double of google's script as it is served: it fills `google.maps`, brings its libraries when they are asked for, and calls back
 * by the name in its own address. Its places ask its own server; a map says what it shows as text.
 */
const SCRIPT = `(() => {
  const text = (longText, ...types) => ({ longText, types });
  const addressComponents = [text('12', 'street_number'), text('King Street West', 'route'), text('Oshawa', 'locality'),
    text('Ontario', 'administrative_area_level_1'), text('Canada', 'country'), text('L1H 1A1', 'postal_code')];
  const place = { addressComponents, location: { lat: () => 43.897, lng: () => -78.865 } };
  const toPlace = () => ({ fetchFields: async () => ({ place }) });
  const fetchAutocompleteSuggestions = async (request) => {
    const reply = await fetch('https://places.googleapis.com/suggest', { method: 'POST', body: JSON.stringify(request) });
    return { suggestions: (await reply.json()).map((one) => ({ placePrediction: { text: { text: one }, toPlace } })) };
  };
  const heard = new Set();
  const tell = (of, name) => { for (const one of [...heard]) if (one.of === of && one.name === name) one.then(); };
  class Map {
    constructor(element) { this.element = element; }
    setOptions() {}
    setCenter() {}
    setZoom() {}
    getZoom() { return 8; }
    fitBounds(edges) { this.edges = edges; setTimeout(() => tell(this, 'idle')); }
    getBounds() { return this.edges && { toJSON: () => this.edges }; }
  }
  class Marker {
    constructor() { this.mark = document.createElement('button'); this.mark.onclick = () => tell(this, 'click'); }
    setMap(map) { if (map) map.element.append(this.mark); else this.mark.remove(); }
    setOptions() {}
    setPosition() {}
    setLabel() {}
    setTitle(title) { this.mark.textContent = title; }
  }
  const libraries = {
    core: {}, maps: { Map }, marker: { Marker },
    places: { places: { AutocompleteSuggestion: { fetchAutocompleteSuggestions }, AutocompleteSessionToken: class {} } },
  };
  const { maps } = globalThis.google;
  maps.event = {
    addListener: (of, name, then) => { const one = { of, name, then }; heard.add(one); return one; },
    removeListener: (one) => heard.delete(one),
  };
  maps.version = '3';
  maps.importLibrary = async (name) => Object.assign(maps, libraries[name]);
  maps[new URL(document.currentScript.src).searchParams.get('callback').split('.').at(-1)]();
})();`;

export const runScript = (route: Route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT });

/** Serves google's script to the page; `answer` may do otherwise. The returned list is what the page asked for. */
export async function doubleMaps(page: Page, answer: { with(route: Route): Promise<void> } = { with: runScript }): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://maps.googleapis.com/**', (route) => {
    asked.push(route.request().url());
    return answer.with(route);
  });
  return asked;
}
