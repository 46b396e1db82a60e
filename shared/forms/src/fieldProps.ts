import type { SyntheticEvent } from 'react';
import type { RefCallBack } from 'react-hook-form';

/** Props of a native control: TextField, PasswordField, TextArea, Select, Checkbox, Switch. */
export interface BoundField {
  id: string;
  name: string;
  ref: RefCallBack;
  onChange: (event: SyntheticEvent) => Promise<void>;
  onBlur: (event: SyntheticEvent) => Promise<void>;
  error: string | undefined;
  /** In a `ProgressiveForm`: the value in the HTML. */
  defaultValue?: string;
  defaultChecked?: boolean;
  /** Of a checkbox in a `ProgressiveForm`: the value that the browser posts. */
  value?: 'true';
}

/** Props of a controlled field: RadioGroup, MultiSelect, DateField, Slider, RatingInput. */
export interface BoundValue<Value> {
  id: string;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

/** Returns the attributes of a native control for its first value. A registered control would get it only after hydration. */
export const nativeDefaults = (value: unknown) =>
  typeof value === 'boolean' ? { value: 'true' as const, defaultChecked: value } : { defaultValue: String(value ?? '') };
