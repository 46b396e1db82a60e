import { useState } from 'react';
import { IconButton } from './IconButton';
import { TextField, type TextFieldProps } from './TextField';

/** A password field with a button that makes the text visible. Pasting works. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={<IconButton icon={shown ? 'eye-off' : 'eye'} label="Show password" aria-pressed={shown} onClick={() => setShown(!shown)} />}
    />
  );
}
