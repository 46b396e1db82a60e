import { act } from '@testing-library/react';

/* A layout for jsdom: observed elements have a size, and scroll containers scroll. For lists that render only visible rows; end-to-end
   tests cover real browsers. */
export interface Layout {
  /** Pixels of the scroll container, and of each row in it. */
  viewport: number;
  row: number;
}

/**
 * Browsers report sizes and scrolling after the script that changed them. It has its own `act`, because an `act` around the scrolling ends
 * too early.
 */
const later = (report: () => void) => queueMicrotask(() => act(report));

const inside = (element: Element): number =>
  [...element.children].reduce((sum, child) => sum + (Number.parseFloat((child as HTMLElement).style.height) || 0), 0);

function layoutOf({ viewport, row }: Layout) {
  const tops = new WeakMap<Element, number>();
  class Observer {
    private isOver = false;
    constructor(private readonly tell: ResizeObserverCallback) {}
    observe(target: Element) {
      const height = target.getAttribute('role') === 'log' ? viewport : row;
      const entry = { target, contentRect: { width: 320, height } } as unknown as ResizeObserverEntry;
      later(() => !this.isOver && target.isConnected && this.tell([entry], this));
    }
    unobserve() {}
    disconnect() {
      this.isOver = true;
    }
  }
  const properties: PropertyDescriptorMap & ThisType<HTMLElement> = {
    offsetParent: {
      get() {
        return this.parentNode;
      },
    },
    scrollHeight: {
      get() {
        return Math.max(viewport, inside(this));
      },
    },
    clientHeight: {
      get() {
        return this.getAttribute('role') === 'log' ? viewport : row;
      },
    },
    scrollTop: {
      get() {
        return tops.get(this) ?? 0;
      },
      set(top: number) {
        const next = Math.max(0, Math.min(top, inside(this) - viewport));
        if (next === (tops.get(this) ?? 0)) return;
        tops.set(this, next);
        later(() => this.dispatchEvent(new Event('scroll')));
      },
    },
    scrollTo: {
      value({ top = 0 }: ScrollToOptions) {
        this.scrollTop = top;
      },
    },
    scrollBy: {
      value({ top = 0 }: ScrollToOptions) {
        this.scrollTop += top;
      },
    },
  };
  return { Observer, properties };
}

/** Gives every test of the file this layout. Call it at the top of the file, or in a describe. */
export function withLayout(layout: Layout): void {
  const { ResizeObserver: observerBefore } = window;
  const { Observer, properties } = layoutOf(layout);
  const { prototype } = HTMLElement;
  const before = Object.getOwnPropertyDescriptors(prototype) as PropertyDescriptorMap;
  beforeEach(() => {
    window.ResizeObserver = Observer;
    for (const [name, property] of Object.entries(properties)) Object.defineProperty(prototype, name, { configurable: true, ...property });
  });
  afterEach(() => {
    window.ResizeObserver = observerBefore;
    for (const name of Object.keys(properties)) {
      const own = before[name];
      if (own) Object.defineProperty(prototype, name, own);
      else Reflect.deleteProperty(prototype, name);
    }
  });
}
