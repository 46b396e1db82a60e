import type { Page, Route } from '@playwright/test';

/**
 * A double of Google's script: it fills in `google.maps`, provides its libraries on request, and calls the callback in its own address. Its
 * places query its own server; a map displays its content as text.
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

/** Serves the double to the page; `answer` may change that. Returns the list of requests, which grows. */
export async function serveMapsDouble(page: Page, answer: { with(route: Route): Promise<void> } = { with: runScript }): Promise<string[]> {
  const requests: string[] = [];
  await page.route('https://maps.googleapis.com/**', (route) => {
    requests.push(route.request().url());
    return answer.with(route);
  });
  return requests;
}
