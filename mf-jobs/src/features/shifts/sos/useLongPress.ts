import { type KeyboardEvent, type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

export const HOLD_MS = 2000;

/** A finger trembles; farther from where it began, it is a swipe and no hold. */
const NEAR_PX = 60;

/** A new notice above the button moves it: the hold continues although the pointer is no longer over the button. */
function capture({ currentTarget, pointerId }: PointerEvent) {
  try {
    currentTarget.setPointerCapture?.(pointerId);
  } catch {
    // Assistive software may press without an active pointer, which no element can capture.
  }
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';

/**
 * A button that acts when it was held for two seconds, by finger, mouse, Enter or Space. `onShort` hears of a press that was let go
 * before that, and of the click that a screen reader makes, which cannot hold: the owner offers another way then. While `isAble` is false
 * nothing is held, and what was held is over: the props stay on the button all the same, so that no release is missed.
 */
export function useLongPress(onLongPress: () => void, onShort: () => void, isAble = true) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const begun = useRef({ x: 0, y: 0 });
  const stop = () => {
    if (timer.current === null) return false;
    clearTimeout(timer.current);
    timer.current = null;
    setHeld(false);
    return true;
  };
  const start = () => {
    if (!isAble || timer.current !== null) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      stop();
      onLongPress();
    }, HOLD_MS);
  };
  const release = () => {
    if (stop()) onShort();
  };
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    if (isAble) return;
    clearTimeout(timer.current ?? undefined);
    timer.current = null;
    setHeld(false);
  }, [isAble]);

  return {
    isHeld,
    props: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button) return;
        begun.current = { x: event.clientX, y: event.clientY };
        start();
        capture(event);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - begun.current.x, clientY - begun.current.y) > NEAR_PX) stop();
      },
      onPointerUp: release,
      // The mouse events that follow a touch would give the button the focus that its act moved.
      onTouchEnd: (event: TouchEvent) => event.preventDefault(),
      onPointerLeave: stop,
      onPointerCancel: stop,
      onBlur: stop,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isPress(event)) return;
        event.preventDefault();
        if (!event.repeat) start();
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isPress(event)) return;
        event.preventDefault();
        release();
      },
      onClick: ({ detail }: MouseEvent) => {
        if (isAble && detail === 0) onShort();
      },
    },
  };
}
