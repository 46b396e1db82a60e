interface Listener {
  target: unknown;
  name: string;
  then(): void;
}
interface Options {
  title?: string;
  label?: string;
  position?: { lat: number; lng: number };
}

/**
 * A double of the parts of Google's script that the portal uses, as `window.google`: for `portal: { maps: google.maps }`. The map stays at
 * the last fitted bounds, and stores its pins and listeners.
 */
export function googleMaps() {
  const pins: Pin[] = [];
  const asked: unknown[] = [];
  const streets: Street[] = [];
  const listeners = new Set<Listener>();
  const emit = (target: unknown, event: string) => {
    for (const one of [...listeners]) if (one.target === target && one.name === event) one.then();
  };
  class Street {
    private edges: unknown;
    constructor(
      readonly element: HTMLElement,
      readonly options: object,
    ) {
      streets.push(this);
    }
    setOptions() {}
    fitBounds(edges: unknown) {
      this.edges = edges;
      asked.push(edges);
      emit(this, 'idle');
    }
    getBounds() {
      return this.edges && { toJSON: () => this.edges };
    }
    getZoom() {
      return 8;
    }
    setCenter(at: unknown) {
      asked.push(at);
    }
    setZoom(zoom: number) {
      asked.push(zoom);
    }
  }
  class Pin {
    title: string | undefined;
    label: string | undefined;
    position: unknown;
    isOn = false;
    constructor({ position }: Options) {
      this.position = position;
      pins.push(this);
    }
    setMap(map: unknown) {
      this.isOn = map !== null;
    }
    setOptions() {}
    setTitle(title: string) {
      this.title = title;
    }
    setLabel(label: string | undefined) {
      this.label = label;
    }
    setPosition(position: unknown) {
      this.position = position;
    }
  }
  const event = {
    addListener(target: unknown, name: string, then: () => void) {
      const listener = { target, name, then };
      listeners.add(listener);
      return listener;
    },
    removeListener: (listener: Listener) => void listeners.delete(listener),
  };
  Object.assign(window, { google: { maps: { Map: Street, Marker: Pin, event } } });
  return {
    maps: jest.fn(async () => window.google.maps),
    /** The bounds, centres and zoom levels that the maps received, in order. */
    asked,
    streets,
    shown: () => pins.filter(({ isOn }) => isOn),
    press: (pin: Pin | undefined) => emit(pin, 'click'),
    comesToRest: () => streets.slice(-1).forEach((street) => void emit(street, 'idle')),
    listeners: () => listeners.size,
    /** Reports, like the page's loader, that Google's script refused the key. */
    refuse: () => window.dispatchEvent(new Event('portal:maps-refused')),
  };
}
