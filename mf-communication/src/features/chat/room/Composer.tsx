import { quantity } from '@portal/contracts/_kernel/formats';
import { chatLimits, chatMessages, chatRules } from '@portal/contracts/chat/chat.rules';
import { cx } from '@portal/ui/cx';
import { IconButton } from '@portal/ui/IconButton';
import { Status } from '@portal/ui/Status';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './Composer.module.css';
import { useComposerDraft } from './useComposerDraft';

/** From this length the composer shows how many characters are left. */
const COUNT_FROM = 3500;

/** The message as it is sent, or the refusal. The rules are the server's; they run here so that the box can be emptied immediately. */
function validate(typed: string): { message: string } | { refusal: string } {
  try {
    return { message: chatRules.validateSync({ message: typed }).message };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

export interface ComposerProps {
  guardId: string;
  roomId: string;
  /** The recipient, for screen readers. */
  title: string;
  send: (message: string) => void;
}

/** The text box below a room. Enter and the icon send; Shift and Enter start a new line. */
export function Composer({ guardId, roomId, title, send }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement | null>(null);
  const draft = useComposerDraft(box, guardId, roomId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [length, setLength] = useState(0);
  const lineId = useId();

  const submit = () => {
    const outcome = validate(box.current?.value ?? '');
    box.current?.focus();
    if ('refusal' in outcome) return setRefusal(outcome.refusal);
    send(outcome.message);
    draft.clear();
    setRefusal(null);
    setLength(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Input methods confirm a composed character with Enter. Safari marks that only by key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    submit();
  };
  const onInput = () => {
    draft.typed();
    setRefusal(null);
    const { length: typed } = box.current?.value ?? '';
    setLength(typed < COUNT_FROM ? 0 : typed);
  };
  const isTooLong = length > chatLimits.message;

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        rows={1}
        className={styles.box}
        aria-label={`Message to ${title}`}
        aria-describedby={lineId}
        aria-invalid={refusal !== null || isTooLong}
        placeholder="Write a message"
        enterKeyHint="send"
        autoComplete="off"
        onKeyDown={onKeyDown}
        onInput={onInput}
      />
      <IconButton
        icon="send"
        label="Send"
        type="submit"
        className={cx(styles.send, draft.hasText && styles.ready)}
        // Keeps the keyboard of a phone open for the next message.
        onMouseDown={(event) => event.preventDefault()}
      />
      <div id={lineId} className={styles.line}>
        <Status tone={refusal || isTooLong ? 'danger' : 'quiet'}>
          {refusal ??
            (isTooLong ? chatMessages.tooLong : length > 0 ? `${quantity(length)} of ${quantity(chatLimits.message)} characters` : null)}
        </Status>
      </div>
    </form>
  );
}
