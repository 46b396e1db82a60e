import { type KeyboardEvent, type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

export const HOLD_MS = 2000;

/** A finger trembles. A larger movement is a swipe and ends the hold. */
const MAX_MOVE_PX = 60;

/** A new notice above the button may move the button. Pointer capture keeps the hold although the pointer is no longer over it. */
function capturePointer({ currentTarget, pointerId }: PointerEvent) {
  try {
    currentTarget.setPointerCapture?.(pointerId);
  } catch {
    // Assistive software may press without an active pointer, and the browser then refuses the capture.
  }
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';

/**
 * A button that acts after a hold of two seconds, by finger, mouse, Enter or Space. `onShort` runs after a shorter press and after the
 * click of a screen reader, which cannot hold; the caller then offers a confirmation. While `isAble` is false, no hold starts and a current
 * hold ends. The props stay on the button, so that its release is always handled.
 */
export function useLongPress(onLongPress: () => void, onShortPress: () => void, isAble = true) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const pressStart = useRef({ x: 0, y: 0 });
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
    if (stop()) onShortPress();
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
        pressStart.current = { x: event.clientX, y: event.clientY };
        start();
        capturePointer(event);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - pressStart.current.x, clientY - pressStart.current.y) > MAX_MOVE_PX) stop();
      },
      onPointerUp: release,
      // A touch is followed by mouse events, which would return the focus to the button.
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
        if (isAble && detail === 0) onShortPress();
      },
    },
  };
}
