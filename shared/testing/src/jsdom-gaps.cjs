// Features of browsers that jsdom lacks. Only behaviour that screens rely on; tests must not assert it.
const { TextDecoder, TextEncoder, types } = require('node:util');
const { webcrypto } = require('node:crypto');
const { installCheapStyles } = require('./cheapStyles.cjs');

if (typeof window !== 'undefined') {
  Object.assign(globalThis, { TextDecoder, TextEncoder });
  if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  installCheapStyles(window);
  globalThis.AbortSignal.timeout ??= () => new AbortController().signal;

  // Node's structured clone does not know the files of jsdom. Browsers clone files, as end-to-end tests show.
  const cloned = (value) => {
    if (value instanceof window.Blob || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(cloned);
    if (types.isCryptoKey(value) || types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cloned(one)]));
  };
  globalThis.structuredClone = cloned;

  const nothing = () => undefined;
  const quietObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.ResizeObserver ??= quietObserver;
  // Without a layout, everything counts as visible.
  window.IntersectionObserver ??= class extends quietObserver {
    constructor(tell) {
      super();
      this.tell = tell;
    }
    observe(target) {
      this.tell([{ target, isIntersecting: true }], this);
    }
  };
  window.scrollTo = nothing;
  window.matchMedia ??= (media) => ({ media, matches: false, addEventListener: nothing, removeEventListener: nothing });
  window.Element.prototype.scrollIntoView ??= nothing;
  window.Blob.prototype.arrayBuffer ??= function arrayBuffer() {
    return new Promise((resolve, reject) => {
      const reader = new window.FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };
  window.URL.createObjectURL ??= () => 'blob:test';
  window.URL.revokeObjectURL ??= nothing;

  const dialog = window.HTMLDialogElement.prototype;
  dialog.showModal ??= function showModal() {
    this.open = true;
  };
  dialog.show ??= dialog.showModal;
  dialog.close ??= function close() {
    if (!this.open) return;
    this.open = false;
    // Like a browser, after the code that closes it has ended.
    queueMicrotask(() => this.dispatchEvent(new window.Event('close')));
  };
}
