import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import styles from './Thread.module.css';
import { countOf, type ThreadProps } from './threadProps';
import { useNewItems } from './useNewItems';
import { useStickToBottom } from './useStickToBottom';

/** Older items are requested when fewer screens than this are left above. */
const SCREENS_AHEAD = 1;

/** A click on a button keeps the focus, usually in the text box. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Requests older items as the reader nears the top, and announces their arrival. */
function useOlder<Item>({ items, hasOlder, older, onOlder, announce, counted }: ThreadProps<Item>) {
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (older === 'loading') asked.current ??= items.length;
    else if (asked.current !== null) {
      const came = items.length - asked.current;
      asked.current = null;
      if (older === 'ready' && came > 0) announce(`${countOf(came, counted, 'older ')} loaded`);
    }
  }, [older, items.length, announce, counted]);
  return (scroller: HTMLElement | null, follows: boolean) => {
    if (!scroller || !hasOlder || older !== 'ready' || items.length === 0 || scroller.clientHeight === 0) return;
    // A reader at the newest row does not read upwards, so older items are needed only if the view is not full. Heights may not be measured
    // yet.
    if (follows && scroller.scrollHeight > scroller.clientHeight) return;
    if (scroller.scrollTop < scroller.clientHeight * SCREENS_AHEAD) onOlder();
  };
}

function OlderState({ older, onOlder, counted: [, many] }: Pick<ThreadProps<never>, 'older' | 'onOlder' | 'counted'>) {
  return (
    <div role="status" className={cx(styles.older, older === 'ready' && styles.away)}>
      {older === 'loading' && <span>{`Loading older ${many}…`}</span>}
      {older === 'failed' && (
        <>
          <span>{`Older ${many} could not be loaded.`}</span>
          <Button small variant="quiet" onMouseDown={keepFocus} onClick={onOlder}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}

interface Growth<Item> {
  rows: readonly Item[];
  /** Rows were added at the beginning, so the list keeps its scroll position. */
  isPrepended: boolean;
}

/** Returns the next step from `rows` to `wanted`: earlier rows first, because the list stores heights by index. */
export function nextRows<Item>(rows: readonly Item[], wanted: readonly Item[], keyOf: (item: Item) => string): Growth<Item> {
  const [first] = rows;
  const before = first === undefined ? 0 : wanted.findIndex((item) => keyOf(item) === keyOf(first));
  if (before <= 0) return { rows: wanted, isPrepended: false };
  const until = before + rows.length;
  return { rows: until < wanted.length ? wanted.slice(0, until) : wanted, isPrepended: true };
}

/** Returns the rows for the list, which cannot take earlier and later rows in one step. */
function usePrependedRows<Item>(items: readonly Item[], keyOf: (item: Item) => string): Growth<Item> {
  const [growth, setGrowth] = useState<Growth<Item> & { of: readonly Item[] }>({ rows: items, isPrepended: false, of: items });
  if (growth.of !== items) setGrowth({ ...nextRows(growth.rows, items, keyOf), of: items });
  const isPartial = growth.of === items && growth.rows.length < items.length;
  useLayoutEffect(() => {
    if (isPartial) setGrowth({ rows: items, isPrepended: false, of: items });
  }, [isPartial, items]);
  return growth;
}

/** The list behind `Thread`. */
export function ThreadView<Item>(props: ThreadProps<Item>) {
  const { items, keyOf, dayOf, children, label, counted, hasOlder } = props;
  const scroller = useRef<HTMLDivElement | null>(null);
  const list = useRef<VirtualizerHandle | null>(null);
  // The look of the oldest row depends on its unknown predecessor. It is rendered with its predecessors, so no row changes its height.
  const holdsBack = hasOlder && items.length > 1;
  const known = useMemo(() => (holdsBack ? items.slice(1) : items), [holdsBack, items]);
  const { rows, isPrepended } = usePrependedRows(known, keyOf);
  const { isAtBottom, toBottom, stay, moved, follows } = useStickToBottom({ scroller, list }, rows);
  const unseen = useNewItems(props, isAtBottom, toBottom);
  const wantOlder = useOlder(props);
  /** The day at the top while the reader scrolls. */
  const [movingDay, setMovingDay] = useState<string | null>(null);
  // Before, the list has an estimated height. It stays invisible, so that nothing moves on the screen.
  const [isMeasured, setMeasured] = useState(false);
  useEffect(() => wantOlder(scroller.current, follows.current));

  const onScroll = () => {
    moved();
    wantOlder(scroller.current, follows.current);
    const top = list.current && rows[list.current.findItemIndex(list.current.scrollOffset)];
    setMovingDay(top ? dayOf(top) : null);
  };
  const onResize = () => {
    stay();
    if (scroller.current?.querySelector('[data-row]')) setMeasured(true);
    wantOlder(scroller.current, follows.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !['Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'End') toBottom();
    else list.current?.scrollToIndex(0);
  };

  return (
    <div className={styles.thread}>
      {/* It announces new items itself, merged: a live region would read every row that scrolling renders. */}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrolling area
        tabIndex={0}
        data-focus-home
        className={cx(styles.scroller, !isMeasured && styles.unmeasured)}
        onKeyDown={onKeyDown}
      >
        <div className={styles.filler} />
        <Virtualizer
          ref={list}
          data={rows}
          shift={isPrepended}
          onScroll={onScroll}
          onScrollEnd={() => setMovingDay(null)}
          onResize={onResize}
        >
          {(item: Item, index: number) => {
            const before = index > 0 ? rows[index - 1] : holdsBack ? items[0] : undefined;
            const day = dayOf(item);
            const beginsDay = before === undefined || dayOf(before) !== day;
            return (
              <div key={keyOf(item)} data-row className={cx(styles.row, index === rows.length - 1 && styles.last)}>
                {beginsDay && (
                  <p className={styles.day}>
                    <span>{day}</span>
                  </p>
                )}
                {children(item, beginsDay ? undefined : before)}
              </div>
            );
          }}
        </Virtualizer>
      </div>
      <p aria-hidden="true" className={cx(styles.moving, (movingDay === null || props.older !== 'ready') && styles.away)}>
        {movingDay}
      </p>
      <OlderState {...props} />
      {!isAtBottom && (
        <button type="button" className={styles.down} onMouseDown={keepFocus} onClick={toBottom}>
          {unseen > 0 ? (
            <span>{countOf(unseen, counted, 'new ')}</span>
          ) : (
            <span className={styles.unnamed}>{`To the newest ${counted[0]}`}</span>
          )}
          <Icon name="chevron-down" size={20} />
        </button>
      )}
    </div>
  );
}
