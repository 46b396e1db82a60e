/** Features that the portal uses and that some engines lack. Each is an expression of the page with the value true, false or a text. */
export const features: Readonly<Record<string, string>> = {
  'Trusted Types': `(() => { try { document.createElement('p').innerHTML = '<b>x</b>'; return false; } catch { return true; } })()`,
  'Integrity-Policy': `(async () => {
    const { src } = document.querySelector('script[src*="/modules/"]');
    const script = document.createElement('script');
    script.src = src;
    const isRefused = new Promise((resolve) => { script.onload = () => resolve(false); script.onerror = () => resolve(true); });
    document.head.append(script);
    return isRefused;
  })()`,
  requestIdleCallback: `'requestIdleCallback' in globalThis`,
  'scheduler.postTask': `typeof globalThis.scheduler?.postTask === 'function'`,
  'scheduler.yield': `typeof globalThis.scheduler?.yield === 'function'`,
  'Web Locks': `'locks' in navigator`,
  BroadcastChannel: `'BroadcastChannel' in globalThis`,
  'MediaRecorder type': `['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'].find((type) => MediaRecorder.isTypeSupported(type)) ?? 'none'`,
  'plays audio/webm': `new Audio().canPlayType('audio/webm;codecs=opus') !== ''`,
  'plays audio/mp4': `new Audio().canPlayType('audio/mp4;codecs=mp4a.40.2') !== ''`,
  OffscreenCanvas: `'OffscreenCanvas' in globalThis`,
  'navigator.vibrate': `'vibrate' in navigator`,
  'dialog closedby': `'closedBy' in HTMLDialogElement.prototype`,
  popover: `'popover' in HTMLElement.prototype`,
  'field-sizing': `CSS.supports('field-sizing', 'content')`,
  'text-wrap: pretty': `CSS.supports('text-wrap', 'pretty')`,
  '::details-content': `CSS.supports('selector(::details-content)')`,
  PushManager: `'PushManager' in globalThis`,
};

export const inWords = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : String(value));
